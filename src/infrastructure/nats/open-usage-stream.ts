import type { Database } from '../database/database.ts';
import type { BatchMergerDeps } from '../usage/batch-merger.ts';
import type { UsageStore } from '../usage/store.ts';
import { ChangePublisher } from './change-publisher.ts';
import { NatsLink, type NatsLinkOptions } from './nats-link.ts';
import { StreamedBatches, StreamedUsageStore, type UsageStreamSettings } from './usage-stream.ts';

type OpenUsageStreamOptions = NatsLinkOptions &
  BatchMergerDeps & { readonly stream: UsageStreamSettings; readonly database: Database };

/** The stream of usage in a process: a store of counts, and batches to merge. */
export class OpenUsageStream {
  readonly #options: OpenUsageStreamOptions;
  readonly #link: NatsLink;

  constructor(options: OpenUsageStreamOptions) {
    this.#options = options;
    this.#link = new NatsLink(options);
  }

  /** Start of the time without NATS. Undefined while it is connected. */
  lostSince(): Date | undefined {
    return this.#link.lostSince();
  }

  store(): UsageStore {
    return new StreamedUsageStore({ link: this.#link, stream: this.#options.stream });
  }

  batches(): StreamedBatches[] {
    return [new StreamedBatches({ ...this.#options, link: this.#link })];
  }

  /** Begins to publish the notices of the database, where no other process does. */
  publishChanges(): ChangePublisher {
    return new ChangePublisher({
      ...this.#options,
      link: this.#link,
      replicas: this.#options.stream.replicas,
    });
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}
