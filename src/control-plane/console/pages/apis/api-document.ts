import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { previewInputOf, type ReadSource, sourceFormIn, unpackedSource } from '../import/import-source.ts';
import type { ApiAddress } from './api-query.ts';
import { PREVIEW_REPLACEMENT, type PreviewedReplacement, type UPDATE } from './api-query.ts';

type UpdateInput = VariablesOf<typeof UPDATE>['input'];

/** A source that is to take the place of an API's, with its changes. */
export type Replacement = {
  readonly preview: PreviewedReplacement;
  readonly source: ReadSource;
  readonly input: UpdateInput;
  readonly acceptBreaking: boolean;
};

/** Reads a replacement from a form. The review's form has the source in it. */
export async function replacementIn(c: Context<ConsoleEnv>, address: ApiAddress): Promise<Replacement> {
  const form = await readForm(c, 'source', 'acceptBreaking');
  const input =
    form.source === ''
      ? previewInputOf(address.org, await sourceFormIn(c))
      : { org: address.org, ...unpackedSource(form.source, c.var.pageContext.text) };
  const { previewApi: preview } = await c.var.pageContext.session.run(PREVIEW_REPLACEMENT, {
    input: { ...input, replaces: address.api },
  });
  const { openapi, graphqlUrl, sdl } = preview;
  const source = openapi === null ? { url: graphqlUrl ?? '', sdl: sdl ?? '' } : { openapi };
  const acceptBreaking = form.acceptBreaking !== '';
  return {
    preview,
    source,
    acceptBreaking,
    input: { ...address, ...(openapi === null ? { graphqlUrl } : { openapi }), acceptBreaking },
  };
}
