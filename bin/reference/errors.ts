import { STATUS_CODES } from 'node:http';
import { oauthErrors } from '../../src/data-plane/oauth/refusal.ts';
import { otherRemedies } from '../../src/domain/call/other-remedies.ts';
import { remedies } from '../../src/domain/call/remedies.ts';
import { catalogue, type RefusalCode } from '../../src/foundation/errors.ts';
import { asText, page } from './markdown.ts';

const remedyOf = (code: RefusalCode) => ({ ...otherRemedies, ...remedies })[code];

export function printErrors(): string {
  const codes = Object.entries(catalogue) as [RefusalCode, readonly [number, string]][];
  const statuses = [...new Set(codes.map(([, [status]]) => status))].sort((a, b) => a - b);
  return page('Errors', 'src/foundation/errors.ts', [
    'Every refusal has a stable code. The sentence says the cause; the `detail` of an answer says more about the case at hand. The portal of a catalog explains each at `/errors/<code>`, in English and German: that address is the `type` of a problem document. A gateway that does not know the portals (`CONTROL_URL`) writes `urn:gatehouse:problem:<code>`.',
    [
      '| where | form |',
      '|---|---|',
      '| REST through the gateway | `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, `code`, `requestId`; `hint` where `detail` does not say what to send; `successor` where [a retired product](../concepts/lifecycle.md#after-retirement) served the path |',
      '| GraphQL APIs | `errors[].message` and `errors[].extensions.code` |',
      '| OAuth endpoints | `error` and `error_description` (RFC 6749 §5.2) |',
    ].join('\n'),
    ...statuses.flatMap((status) => [
      `## ${status} ${STATUS_CODES[status]}`,
      ...codes.filter(([, [its]]) => its === status).flatMap(entryOf),
    ]),
  ]);
}

function entryOf([code, [, sentence]]: [RefusalCode, readonly [number, string]]): string[] {
  const oauth = oauthErrors[code];
  return [
    `### ${code}`,
    [
      `- **Cause:** ${/[.?!]$/.test(sentence) ? sentence : `${sentence}.`}`,
      `- **Remedy:** ${asText(remedyOf(code))}`,
      ...(oauth ? [`- **OAuth:** \`${oauth}\``] : []),
    ].join('\n'),
  ];
}
