import type { InputFieldBuilder } from '@pothos/core';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { ErrorTemplate } from '../../../domain/api/error-templates.ts';
import type { QueryRename, QuerySetting } from '../../../domain/api/query-steps.ts';
import { type HeaderSetting, stepSides, type Transformation } from '../../../domain/api/transformations.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';

export const TransformationSide = builder.enumType('TransformationSide', {
  description: 'The side of a call that a transformation changes.',
  values: describedValues(
    stepSides,
    (name) =>
      ({
        REQUEST: 'The request, before the back-end gets it.',
        ANSWER: "The back-end's answer, before the caller gets it.",
      })[name],
  ),
});

const expressions =
  '`caller` has `claims`, `scopes`, `headers` and `gateway`, `client` has `application`, `consumerOrg` and `plan`, `operation` has `method`, `path` and `name`; on an answer, `response` has `status` and `headers`. Headers are those that the caller, and the back-end, sent; none carries a credential.';
const headerTerms = {
  name: 'The name of the header. The gateway keeps its own, those of the connection and those of credentials.',
  value: 'Its value, at most 1000 characters.',
  expression: `A CEL expression that gives its value, for example \`caller.headers["x-page"]\`; where it reads what a call lacks, the header is not set. ${expressions}`,
};
const queryTerms = {
  name: 'The name of the parameter, not encoded.',
  value: 'Its value, at most 1000 characters, not encoded.',
  expression: `A CEL expression that gives its value, for example \`client.plan\`; where it reads what a call lacks, the parameter is not set. ${expressions}`,
  from: 'The name that callers send, not encoded.',
  to: 'The name that the back-end gets.',
};
const terms = {
  on: 'The side that it changes.',
  operations:
    'The operations whose calls it changes, at most 20, for example `GET /customers/{id}`. Empty means all.',
  condition: `A CEL expression that has to hold, for example \`client.plan == "gold"\`. It does not hold where it reads what a call lacks. ${expressions}`,
  setHeader: 'Sets a header in place of those of its name.',
  removeHeader: 'Removes the headers of a name.',
  rewritePath:
    'Of a request of a REST API: the path on the back-end, with parameters of the operation: `/v2/customers/{id}`, `/search?id={id}`; `{+path}` is the path below the base path as it was called. The query of the caller follows.',
  setQuery: 'Of a request of a REST API: sets a query parameter in place of those of its name.',
  removeQuery: 'Of a request of a REST API: removes the query parameters of a name.',
  renameQuery:
    'Of a request of a REST API: gives the query parameters of a name another one, in place of those that have it. Where there are none of the first name, nothing changes.',
  json: 'Of a REST API: an expression of JSONata that gives the JSON of the body, for example `{"name": full_name}`; at most 10000 characters. Bodies of another type pass as they are; a body of JSON has at most 100,000 bytes. There are no `$eval`, `$now`, `$millis`, `$random` and `$shuffle`, and patterns are those of RE2.',
};

const HeaderSettingRef = builder.objectRef<HeaderSetting>('HeaderSetting').implement({
  description: 'A header with a value, or with an expression that gives one.',
  fields: (t) => ({
    name: t.exposeString('name', { description: headerTerms.name }),
    value: t.exposeString('value', {
      nullable: true,
      description: `${headerTerms.value} Null where an expression gives it.`,
    }),
    expression: t.exposeString('expression', {
      nullable: true,
      description: `${headerTerms.expression} Null for a fixed value.`,
    }),
  }),
});

const QuerySettingRef = builder.objectRef<QuerySetting>('QuerySetting').implement({
  description: 'A query parameter with a value, or with an expression that gives one.',
  fields: (t) => ({
    name: t.exposeString('name', { description: queryTerms.name }),
    value: t.exposeString('value', {
      nullable: true,
      description: `${queryTerms.value} Null where an expression gives it.`,
    }),
    expression: t.exposeString('expression', {
      nullable: true,
      description: `${queryTerms.expression} Null for a fixed value.`,
    }),
  }),
});

const QueryRenameRef = builder.objectRef<QueryRename>('QueryRename').implement({
  description: 'Two names of a query parameter.',
  fields: (t) => ({
    from: t.exposeString('from', { description: queryTerms.from }),
    to: t.exposeString('to', { description: queryTerms.to }),
  }),
});

export const TransformationRef = builder.objectRef<Transformation>('Transformation').implement({
  description:
    'A step that changes calls of an API on their way. Its expressions see the call as it came, whatever earlier steps have changed.',
  fields: (t) => ({
    on: t.expose('on', { type: TransformationSide, description: terms.on }),
    operations: t.stringList({
      description: terms.operations,
      resolve: ({ operations }) => [...operations],
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: `${terms.condition} Null changes every call.`,
    }),
    setHeader: t.field({
      type: HeaderSettingRef,
      nullable: true,
      description: `${terms.setHeader} Null where the step does something else.`,
      resolve: ({ setHeader }) => setHeader,
    }),
    removeHeader: t.exposeString('removeHeader', {
      nullable: true,
      description: `${terms.removeHeader} Null where the step does something else.`,
    }),
    rewritePath: t.exposeString('rewritePath', {
      nullable: true,
      description: `${terms.rewritePath} Null where the step does something else.`,
    }),
    setQuery: t.field({
      type: QuerySettingRef,
      nullable: true,
      description: `${terms.setQuery} Null where the step does something else.`,
      resolve: ({ setQuery }) => setQuery,
    }),
    removeQuery: t.exposeString('removeQuery', {
      nullable: true,
      description: `${terms.removeQuery} Null where the step does something else.`,
    }),
    renameQuery: t.field({
      type: QueryRenameRef,
      nullable: true,
      description: `${terms.renameQuery} Null where the step does something else.`,
      resolve: ({ renameQuery }) => renameQuery,
    }),
    json: t.exposeString('json', {
      nullable: true,
      description: `${terms.json} Null where the step does something else.`,
    }),
  }),
});

const HeaderSettingInput = builder.inputType('HeaderSettingInput', {
  description: 'A header with either a value, or an expression that gives one.',
  fields: (t) => ({
    name: t.string({ required: true, description: headerTerms.name }),
    value: t.string({ description: headerTerms.value }),
    expression: t.string({ description: headerTerms.expression }),
  }),
});

const QuerySettingInput = builder.inputType('QuerySettingInput', {
  description: 'A query parameter with either a value, or an expression that gives one.',
  fields: (t) => ({
    name: t.string({ required: true, description: queryTerms.name }),
    value: t.string({ description: queryTerms.value }),
    expression: t.string({ description: queryTerms.expression }),
  }),
});

const QueryRenameInput = builder.inputType('QueryRenameInput', {
  description: 'Two names of a query parameter.',
  fields: (t) => ({
    from: t.string({ required: true, description: queryTerms.from }),
    to: t.string({ required: true, description: queryTerms.to }),
  }),
});

type InputFields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

const stepFields = (t: InputFields) => ({
  operations: t.stringList({ description: terms.operations }),
  condition: t.string({ description: terms.condition }),
  setHeader: t.field({ type: HeaderSettingInput, description: terms.setHeader }),
  removeHeader: t.string({ description: terms.removeHeader }),
  rewritePath: t.string({ description: terms.rewritePath }),
  setQuery: t.field({ type: QuerySettingInput, description: terms.setQuery }),
  removeQuery: t.string({ description: terms.removeQuery }),
  renameQuery: t.field({ type: QueryRenameInput, description: terms.renameQuery }),
  json: t.string({ description: terms.json }),
});

const ONE_ACTION =
  'A step that changes calls of an API on their way: either by `setHeader`, `removeHeader`, `rewritePath`, `setQuery`, `removeQuery`, `renameQuery` or `json`. A call whose steps cannot be taken is refused with TRANSFORMATION_FAILED.';

const TransformationInput = builder.inputType('TransformationInput', {
  description: ONE_ACTION,
  fields: (t) => ({
    on: t.field({ type: TransformationSide, required: true, description: terms.on }),
    ...stepFields(t),
  }),
});

export const CompatStepInput = builder.inputType('CompatStepInput', {
  description: `${ONE_ACTION} Its side is that of its list.`,
  fields: stepFields,
});

const templateTerms = {
  codes: 'The codes of refusals that it is for, for example `RATE_LIMIT_EXCEEDED`. Empty means all.',
  contentType: 'Its type: application/json or another type of JSON, a type of XML, or text/plain.',
  body: 'Its text, at most 4000 characters, with `{code}`, `{status}`, `{title}`, `{detail}` and `{requestId}`, which are escaped for the type.',
};

const ErrorTemplateRef = builder.objectRef<ErrorTemplate>('ErrorTemplate').implement({
  description: "The body of the gateway's refusals of calls, in place of problem+json. The status stays.",
  fields: (t) => ({
    codes: t.stringList({ description: templateTerms.codes, resolve: ({ codes }) => [...codes] }),
    contentType: t.exposeString('contentType', { description: templateTerms.contentType }),
    body: t.exposeString('body', { description: templateTerms.body }),
  }),
});

const ErrorTemplateInput = builder.inputType('ErrorTemplateInput', {
  description: "The body of the gateway's refusals of calls, in place of problem+json. The status stays.",
  fields: (t) => ({
    codes: t.stringList({ description: templateTerms.codes }),
    contentType: t.string({ required: true, description: templateTerms.contentType }),
    body: t.string({ required: true, description: templateTerms.body }),
  }),
});

/** The fields of an input that says how calls are changed on their way. */
export const transformationFields = (t: InputFields) => ({
  transformations: t.field({
    type: [TransformationInput],
    description:
      'Steps that change calls on their way, in their order: the whole list, at most 20. Null, or an empty one, is none.',
  }),
  errorTemplates: t.field({
    type: [ErrorTemplateInput],
    description:
      "Of a REST API: the bodies of the gateway's refusals: the whole list, at most 20; the first that is for a code counts. Null, or an empty one, is none.",
  }),
});

builder.objectFields(ApiRef, (t) => ({
  transformations: t.field({
    type: [TransformationRef],
    description: 'Steps that change calls on their way, in their order.',
    resolve: ({ settings }) => [...(stored<ApiSettings>(settings).transformations ?? [])],
  }),
  errorTemplates: t.field({
    type: [ErrorTemplateRef],
    description: "The bodies of the gateway's refusals, in place of problem+json.",
    resolve: ({ settings }) => [...(stored<ApiSettings>(settings).errorTemplates ?? [])],
  }),
}));
