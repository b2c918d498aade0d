import { z } from 'zod';
import { stepSides } from '../../../domain/api/transformations.ts';
import { closedObject } from './manifest-rules.ts';

const names = z.array(z.string()).optional();

const stepMembers = {
  operations: names.describe(
    'The operations whose calls it changes, for example `GET /customers`; all unless given.',
  ),
  condition: z
    .string()
    .optional()
    .describe('A CEL expression that has to hold, for example `client.plan == "gold"`.'),
  setHeader: closedObject('A header with a value, or with an expression that gives one.', {
    name: z.string().describe('The name of the header.'),
    value: z.string().optional().describe('Its value.'),
    expression: z.string().optional().describe('A CEL expression that gives its value.'),
  })
    .optional()
    .describe('Sets a header.'),
  removeHeader: z.string().optional().describe('Removes a header.'),
  rewritePath: z
    .string()
    .optional()
    .describe(
      'The path on the back-end, for example `/v2/customers/{id}`, or `/v2{+path}` with the path as it was called.',
    ),
  setQuery: closedObject('A query parameter with a value, or with an expression that gives one.', {
    name: z.string().describe('The name of the parameter.'),
    value: z.string().optional().describe('Its value, not encoded.'),
    expression: z.string().optional().describe('A CEL expression that gives its value.'),
  })
    .optional()
    .describe('Sets a query parameter of the request.'),
  removeQuery: z.string().optional().describe('Removes a query parameter of the request.'),
  renameQuery: closedObject('Two names of a query parameter.', {
    from: z.string().describe('The name that callers send.'),
    to: z.string().describe('The name that the back-end gets.'),
  })
    .optional()
    .describe('Gives a query parameter of the request another name.'),
  json: z
    .string()
    .optional()
    .describe('An expression of JSONata that gives the JSON of the body, for example `{"name": full_name}`.'),
};

const transformation = closedObject(
  'A step that changes calls on their way: by `setHeader`, `removeHeader`, `rewritePath`, `setQuery`, `removeQuery`, `renameQuery` or `json`.',
  { on: z.enum(stepSides).describe('The side that it changes: REQUEST or ANSWER.'), ...stepMembers },
);

const compatStep = closedObject('A step, as one of `transformations`, whose side is known.', stepMembers);

const compat = closedObject('The version whose back-end serves this one.', {
  of: z.string().describe('The version, as `name:version`.'),
  request: z.array(compatStep).optional().describe('Steps to requests of that version, at most 20.'),
  answer: z.array(compatStep).optional().describe('Steps from answers of that version, at most 20.'),
});

const responseCache = closedObject('The answers that gateways keep and give again.', {
  operations: names.describe('The GET operations whose answers are kept; all unless given.'),
  seconds: z
    .int()
    .optional()
    .describe('Seconds that an answer is fresh where the back-end says nothing of it, 1 to 86400.'),
  authorized: z
    .boolean()
    .optional()
    .describe(
      'Are answers to requests with Authorization kept, whatever the back-end says? No, unless given.',
    ),
});

const errorTemplate = closedObject("The body of the gateway's refusals, in place of problem+json.", {
  codes: names.describe('The codes that it is for; all unless given.'),
  contentType: z.string().describe('Its type: of JSON, of XML, or text/plain.'),
  body: z.string().describe('Its text, with `{code}`, `{status}`, `{title}`, `{detail}` and `{requestId}`.'),
});

/** Settings of steps, and of answers that come from elsewhere, as members of the manifest. */
export const stepSettings = {
  transformations: z
    .array(transformation)
    .optional()
    .describe('Steps that change calls on their way, in their order. At most 20.'),
  compat: compat
    .optional()
    .describe('Of a REST API: the version whose back-end serves it, and the steps there and back.'),
  responseCache: responseCache
    .optional()
    .describe('Of a REST API: the answers that gateways keep; none unless given.'),
  errorTemplates: z
    .array(errorTemplate)
    .optional()
    .describe(
      "Of a REST API: the bodies of the gateway's refusals; the first that is for a code counts. At most 20.",
    ),
};
