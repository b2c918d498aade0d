import type pg from 'pg';
import type { PrimaryServer } from './primary-server.ts';
import { SerialClient } from './serial-client.ts';
import type { DatabaseAddress } from './server-address.ts';
import { outOfReach } from './unreachable.ts';

type PrimaryClientConfig = pg.ClientConfig & { readonly primary: PrimaryServer };

type ConnectCallback = (error: never, client: pg.Client) => void;

/** A connection to the server that takes writes now. It ends when another one does. */
export class PrimaryClient extends SerialClient {
  readonly #primary: PrimaryServer;
  #address: DatabaseAddress | undefined;

  /** @param config what its pool was given, with `primary` */
  constructor(config: PrimaryClientConfig) {
    super(config);
    this.#primary = config.primary;
  }

  override connect(callback?: ConnectCallback): never {
    const connected = this.#connect();
    if (callback)
      connected.then(
        () => callback(null as never, this),
        (error: Error) => callback(error as never, this),
      );
    return connected as never;
  }

  protected override get server(): pg.ClientConfig | undefined {
    const { url: connectionString = undefined } = this.#address ?? {};
    return { ...super.server, ...(connectionString !== undefined && { connectionString }) };
  }

  protected override onFault(error: unknown): void {
    if (this.#address && outOfReach(error)) this.#primary.doubt(this.#address);
  }

  async #connect(): Promise<void> {
    const address = await this.#primary.choose();
    this.#address = address;
    this.host = address.host;
    this.port = address.port;
    this.on('error', (error) => this.onFault(error));
    try {
      await super.connect();
    } catch (error) {
      this.#primary.doubt(address);
      throw error;
    }
    this.once(
      'end',
      this.#primary.hold(() => this.abandon(), address),
    );
  }
}
