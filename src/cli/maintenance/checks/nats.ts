import { type Check, type Finding, sentenceOf } from './check.ts';

const NEARLY_ALL = 0.8;
/** Signs of life of who publishes changes come every second. */
const SILENT_MS = 15_000;

/** Checks that NATS answers with JetStream, and that its stream of usage has room. */
export const nats: Check = async ({ config: { nats: settings }, clock }) => {
  const check = 'nats';
  if (settings === undefined)
    return [{ check, state: 'ok', message: 'none is set: usage and changes go by the database' }];
  try {
    const { inspectNats } = await import('../../../infrastructure/nats/nats-inspection.ts');
    const { version, stream, changesAt } = await inspectNats(settings);
    const held = stream
      ? `${stream.messages} batches of usage wait`
      : 'the first process makes the stream of usage';
    const finding = {
      check,
      state: 'ok',
      message: `NATS ${version} answers with JetStream; ${held}`,
    } as const;
    const silence: Finding[] =
      changesAt && clock().getTime() - changesAt.getTime() > SILENT_MS
        ? [
            {
              check,
              state: 'warn',
              message: `no changes are published since ${changesAt.toISOString()}: gateways listen to the database`,
              remedy: 'Start a control process with NATS_URL.',
            },
          ]
        : [];
    if (!stream || stream.bytes < stream.bytesMax * NEARLY_ALL) return [finding, ...silence];
    return [
      finding,
      ...silence,
      {
        check,
        state: 'warn',
        message: `the stream of usage is nearly full: ${stream.bytes} of ${stream.bytesMax} bytes`,
        remedy:
          'Look whether a control process merges, and which consumer of the stream is behind; or raise NATS_USAGE_MB.',
      },
    ];
  } catch (error) {
    return [
      {
        check,
        state: 'fail',
        message: `it does not answer: ${sentenceOf(error)}`,
        remedy:
          'Mend NATS_URL, or start NATS with JetStream: until then usage waits in the memory of gateways.',
      },
    ];
  }
};
