import { meterLine } from '../../../../domain/api/meter-line.ts';
import { Facts } from '../../../../ui/components/fact.tsx';
import { useTexts } from '../parts/texts.ts';
import { yamlOf } from '../parts/yaml-field.ts';
import type { Api } from './api-query.ts';

export const timeoutNames = ['connectMs', 'answerMs', 'idleMs', 'callMs'] as const;

/** The settings for who may not change them. */
export function ReadSettings({ api }: { api: Api }) {
  const { apis, limits } = useTexts().text;
  const text = apis.settings;
  return (
    <Facts
      facts={{
        [text.title]: api.title,
        [text.path]: <code class="code">{api.basePath}</code>,
        ...Object.fromEntries(timeoutNames.map((name) => [text.timeouts[name], `${api.timeouts[name]} ms`])),
        [text.largestRequest]: api.maxRequestBytes === null ? limits.none : text.bytes(api.maxRequestBytes),
        [text.meters]: api.meters.map(meterLine).join(', ') || text.noMeters,
        [text.transformations]: api.transformations.length || text.noMeters,
        [text.compat]: api.compat?.of ?? text.noMeters,
        [text.responseCache]: api.responseCache
          ? yamlOf(api.responseCache) || text.allAnswers
          : text.noMeters,
        [text.errorTemplates]: api.errorTemplates.length || text.noMeters,
        [text.mock]: text.answersFrom[api.mock ?? 'backend'],
        [text.contractRequests]: text.requestChecks[api.contract.requests],
        [text.contractAnswers]: text.answerChecks[api.contract.answers],
        [text.otherOrigins]: api.cors?.allowedOrigins.join(', ') ?? text.asBackend,
      }}
    />
  );
}
