import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { CHANGE_STREAM } from './change-stream.ts';
import { ANSWER_MS, accessOf, type NatsSettings } from './nats-link.ts';
import { USAGE_STREAM } from './usage-stream.ts';

/** The facts of NATS that an operator is told. */
type InspectedNats = {
  readonly version: string;
  /** Undefined where no process has made the stream yet. */
  readonly stream:
    | { readonly messages: number; readonly bytes: number; readonly bytesMax: number }
    | undefined;
  /** Time of the last sign of life of who publishes changes. Undefined where nobody has yet. */
  readonly changesAt: Date | undefined;
};

/** Connects to NATS and asks JetStream for the stream of usage. @throws what stands in the way */
export async function inspectNats({ servers, credentials }: NatsSettings): Promise<InspectedNats> {
  const connection = await connect({
    ...accessOf(servers, credentials),
    timeout: ANSWER_MS,
    reconnect: false,
  });
  try {
    const manager = await jetstreamManager(connection, { timeout: ANSWER_MS });
    const streams = await manager.streams.list().next();
    const found = streams.find(({ config }) => config.name === USAGE_STREAM);
    const changes = streams.find(({ config }) => config.name === CHANGE_STREAM);
    return {
      version: connection.info?.version ?? 'of an unknown version',
      stream: found && {
        messages: found.state.messages,
        bytes: found.state.bytes,
        bytesMax: found.config.max_bytes,
      },
      changesAt: changes && new Date(changes.state.last_ts),
    };
  } finally {
    await connection.close();
  }
}
