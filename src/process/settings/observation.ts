import { z } from 'zod';
import { httpUrl } from './types.ts';

/** Samplers, which decide which traces are exported. The names are OpenTelemetry's. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Logs and traces. */
export const observationSettings = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('warn')
    .describe('`fatal`, `error`, `warn`, `info`, `debug` or `silent`. The log is JSON on standard error.'),
  ACCESS_LOG: z
    .string()
    .default('none')
    .describe(
      'One line of JSON for each call of an API, to `stdout` or appended to a file, which SIGHUP opens anew. It never holds a query, a header or a token.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    description:
      'Where traces are exported, over OTLP/HTTP. Headers, certificates and time limits are read from the other standard variables `OTEL_EXPORTER_OTLP_…`. See [Traces](../operate/traces.md).',
    unset: 'none: no traces',
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .default('gatehouse')
    .describe('The name of this process in traces. `OTEL_RESOURCE_ATTRIBUTES` holds more.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe(
      'Which traces are exported: `always_on`, `always_off` or `traceidratio`, each also as `parentbased_…`, which follows the caller.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The ratio of `traceidratio`, 0 to 1.'),
};
