import {
  type ApiSettings,
  maxRequestBytesOf,
  type Timeouts,
  timeoutsOf,
} from '../../../domain/api/api-settings.ts';
import type { Cors } from '../../../domain/api/cors.ts';
import type { Meter } from '../../../domain/api/meters.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef } from './api.ts';

const TimeoutsRef = builder.objectRef<Timeouts>('Timeouts').implement({
  description: 'How long the gateway waits in a call of an API, in milliseconds.',
  fields: (t) => ({
    connectMs: t.exposeInt('connectMs', { description: 'For a connection to the back-end.' }),
    answerMs: t.exposeInt('answerMs', {
      description: 'From the request to the status and headers of the answer.',
    }),
    idleMs: t.exposeInt('idleMs', { description: 'For the next byte of a body, either way.' }),
    callMs: t.exposeInt('callMs', {
      description: 'For all of a call, to the last byte of its answer; an event stream ends then, too.',
    }),
  }),
});

const CorsRef = builder.objectRef<Cors>('Cors').implement({
  description: 'Which pages of other origins may call an API from a browser.',
  fields: (t) => ({
    allowedOrigins: t.exposeStringList('allowedOrigins', {
      description: 'As browsers send them, for example `https://shop.example`; `*` is every origin.',
    }),
    allowedHeaders: t.exposeStringList('allowedHeaders', {
      description: "The headers that they may send besides those of the API's security; `*` is every header.",
    }),
    exposedHeaders: t.exposeStringList('exposedHeaders', {
      description: 'The headers of an answer that they may read; `*` is every header.',
    }),
    maxAgeSeconds: t.exposeInt('maxAgeSeconds', {
      description: 'How long browsers remember it, in seconds.',
    }),
    allowCredentials: t.exposeBoolean('allowCredentials', { description: 'Do cookies go along?' }),
  }),
});

const meterTerms = {
  name: 'The name of its units, for example `tokens`. Of several meters of one name the first that finds units counts.',
  operations: 'The operations whose answers it reads, at most 20, for example `POST /chat`. Empty means all.',
  pointer:
    'A JSON Pointer into the body (RFC 6901), for example `/usage/total_tokens`. Of server-sent events and of newline-delimited JSON the last one that has it counts.',
  header: 'The name of a header of the answer.',
  expression:
    'A CEL expression that gives a number, for example `int(response.headers["x-rows"]) * 2`. `response` has `status`, `headers` by their names in lower case, and `duration` in seconds until the answer ended.',
};

const MeterRef = builder.objectRef<Meter>('Meter').implement({
  description:
    'How much a call of an API used, as its answer tells it: in its body, in a header, or by an expression.',
  fields: (t) => ({
    name: t.exposeString('name', { description: meterTerms.name }),
    operations: t.stringList({
      description: meterTerms.operations,
      resolve: ({ operations }) => [...operations],
    }),
    pointer: t.exposeString('pointer', {
      nullable: true,
      description: `${meterTerms.pointer} Null where something else tells.`,
    }),
    header: t.exposeString('header', {
      nullable: true,
      description: `${meterTerms.header} Null where something else tells.`,
    }),
    expression: t.exposeString('expression', {
      nullable: true,
      description: `${meterTerms.expression} Null where something else tells.`,
    }),
  }),
});

export const MeterInput = builder.inputType('MeterInput', {
  description:
    'How much a call of an API used, as its answer tells it: in its body by `pointer`, by `header`, or by `expression`. Only answers with 2xx are read; what is no number from 0 to 2147483647 counts as none.',
  fields: (t) => ({
    name: t.string({ required: true, description: meterTerms.name }),
    operations: t.stringList({ description: meterTerms.operations }),
    pointer: t.string({ description: meterTerms.pointer }),
    header: t.string({ description: meterTerms.header }),
    expression: t.string({ description: meterTerms.expression }),
  }),
});

builder.objectFields(ApiRef, (t) => ({
  meters: t.field({
    type: [MeterRef],
    description: 'How much calls used, as their answers tell it. Limits of plans count it.',
    resolve: ({ settings }) => [...(stored<ApiSettings>(settings).meters ?? [])],
  }),
  timeouts: t.field({
    type: TimeoutsRef,
    description: 'How long the gateway waits; longer is refused with BACKEND_TIMEOUT, or cut off.',
    resolve: ({ settings }) => timeoutsOf(stored<ApiSettings>(settings)),
  }),
  maxRequestBytes: t.int({
    nullable: true,
    description: "How large a request's body may be, in bytes; null is unlimited.",
    resolve: ({ kind, settings }) => maxRequestBytesOf(kind, stored<ApiSettings>(settings)),
  }),
  cors: t.field({
    type: CorsRef,
    nullable: true,
    description: 'Which pages of other origins may call it from a browser; null leaves that to its back-end.',
    resolve: ({ settings }) => stored<ApiSettings>(settings).cors,
  }),
  trustsHtml: t.boolean({
    description:
      "Do browsers run the scripts of its back-end's pages, in an origin that is not the gateway's? Without it HTML, SVG and other XML has `Content-Security-Policy: sandbox`.",
    resolve: ({ settings }) => stored<ApiSettings>(settings).trustsHtml ?? false,
  }),
}));

export const TimeoutsInput = builder.inputType('TimeoutsInput', {
  description: 'How long the gateway waits, in milliseconds; what is left out is as for every API.',
  fields: (t) => ({
    connectMs: t.int({ description: 'For a connection to the back-end: 100 to 60000, else 5000.' }),
    answerMs: t.int({
      description: 'From the request to the status and headers of the answer: 100 to 600000, else 30000.',
    }),
    idleMs: t.int({
      description: 'For the next byte of a body, either way: 1000 to 3600000, else 60000.',
    }),
    callMs: t.int({
      description:
        'For all of a call, to the last byte of its answer; an event stream ends then, too: 1000 to 604800000, else 3600000.',
    }),
  }),
});

export const CorsInput = builder.inputType('CorsInput', {
  description: 'Which pages of other origins may call an API from a browser.',
  fields: (t) => ({
    allowedOrigins: t.stringList({
      required: true,
      description:
        'As browsers send them: scheme, host and port alone, for example `https://shop.example`; `*` alone is every origin.',
    }),
    allowedHeaders: t.stringList({
      description:
        "The headers that they may send besides those of the API's security; `*` alone is every header; `Content-Type` unless given.",
    }),
    exposedHeaders: t.stringList({
      description:
        'The headers of an answer that they may read; `*` alone is every header; none unless given.',
    }),
    maxAgeSeconds: t.int({ description: 'How long browsers remember it: 0 to 86400 seconds, else 600.' }),
    allowCredentials: t.boolean({
      description: 'Do cookies go along? Then `*` is refused in every list. No, unless given.',
    }),
  }),
});
