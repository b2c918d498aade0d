import { JetStreamApiError, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';

type StreamConfig = Parameters<JetStreamManager['streams']['add']>[0] & {
  readonly max_bytes: number;
  readonly num_replicas: number;
};

/** JetStream tells so of a stream that does not exist. */
const STREAM_NOT_FOUND = 10_059;

/** Makes a stream in files. One that is there already gets the bounds of the configuration. */
export async function makeStream(manager: JetStreamManager, config: StreamConfig): Promise<void> {
  const { name, max_bytes, num_replicas } = config;
  try {
    const { config: is } = await manager.streams.info(name);
    if (is.max_bytes !== max_bytes || is.num_replicas !== num_replicas)
      await manager.streams.update(name, { max_bytes, num_replicas });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NOT_FOUND) throw error;
    await manager.streams.add({ storage: StorageType.File, retention: RetentionPolicy.Limits, ...config });
  }
}
