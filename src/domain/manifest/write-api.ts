import { isSameJson } from '../../foundation/json.ts';
import { JsonText } from '../../foundation/json-text.ts';
import { securityTypeOf } from '../api/security/types.ts';
import { defaultSecurity } from '../api/security.ts';
import type { ApiDefinition } from './definition.ts';
import { documentWriting } from './document-written.ts';
import { requirementWritten, settingsWritten, unlessDefault, type Written } from './write-settings.ts';
import { apiWordsWritten } from './write-words.ts';

/** Writes an API. It yields while its document is written, which may be large. */
export function* apiWriting(definition: ApiDefinition): Generator<undefined, Written> {
  const { name, version, title, basePath, ...api } = definition;
  const { kind, targetUrl, backend, graphqlUrl, sdl, openapi, securityDefinitions, security } = api;
  return {
    name,
    version,
    title,
    ...apiWordsWritten(api.words),
    basePath,
    ...(kind === 'GRAPHQL' && { graphqlUrl }),
    ...(backend === null ? kind === 'REST' && { targetUrl } : { backend }),
    ...(isSameJson({ securityDefinitions, security }, defaultSecurity)
      ? {}
      : {
          securityDefinitions: securityDefinitions.map(definitionWritten),
          security: security.map(requirementWritten),
        }),
    ...unlessDefault('forwardAuthorization', api.forwardAuthorization, false),
    ...settingsWritten(api.settings),
    ...(kind === 'REST' ? { openapi: openapi && new JsonText(yield* documentWriting(openapi)) } : { sdl }),
  };
}

function definitionWritten(definition: ApiDefinition['securityDefinitions'][number]): Written {
  const members = new Map<string, unknown>(Object.entries(definition));
  const own = securityTypeOf(definition).members.filter((member) => members.get(member) != null);
  const { name, type } = definition;
  return { name, type, ...Object.fromEntries(own.map((member) => [member, members.get(member)])) };
}
