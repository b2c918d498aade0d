import { refusal } from '../../../../foundation/errors.ts';
import { etagOf } from '../../../../foundation/etag.ts';
import { freshTurn } from '../../../../foundation/event-loop-turns.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { inChildIf } from '../../../../infrastructure/child-processes/concurrency-limit.ts';
import { yamlText } from '../../../../openapi/document/yaml-text.ts';
import { postmanCollection } from '../../../../openapi/postman-collection.ts';
import type { PortalContext } from '../context.ts';
import type { ConsumerApiDocument } from './api-document.ts';

/** The other forms of the document of a REST API. */
export const writtenForms = {
  'openapi.yaml': { type: 'application/yaml', module: 'openapi/document/yaml-text', work: yamlText },
  'postman.json': { type: 'application/json', module: 'openapi/postman-collection', work: postmanCollection },
} as const;
type WrittenForm = keyof typeof writtenForms;

/** Characters of a document that is written at once: a few hundredths of a second. */
const HERE_MAX = 65_536;
const BOUNDS = { bytesMax: 64_000_000, bytesMaxOfOrg: 16_000_000 };

type Written = { readonly text: string; readonly etag: string };
const written = new FairCache<Written>(BOUNDS, ({ text }) => Buffer.byteLength(text));

/**
 * Writes a document in another form, once for each document.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are written at this moment
 */
export function writtenDocument(
  { text, etag }: ConsumerApiDocument,
  form: WrittenForm,
  { catalog: { orgId } }: Pick<PortalContext, 'catalog'>,
): Promise<Written> {
  return written.get(orgId, `${etag} ${form}`, async () => {
    await freshTurn();
    const { module, work } = writtenForms[form];
    const tooMuch = (amount: string) =>
      refusal('TEMPORARILY_UNAVAILABLE', { detail: `To write the document takes ${amount}: try again.` });
    const isLarge = text.length > HERE_MAX;
    const made = await inChildIf({ isLarge, queueKey: orgId }, { module, work, input: text, tooMuch });
    return { text: made, etag: etagOf(made) };
  });
}
