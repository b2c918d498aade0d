import { buildConnector } from 'undici';
import { READ_BYTES } from '../../foundation/read-bytes.ts';
import type { WatchedConnector, WatchedTarget } from './handshake-watch.ts';

/**
 * Opens a connection. With `onBytes`, the socket emits no data, and what it reads goes there. Lent bytes are overwritten by
 * the next read.
 */
export type Connector = (
  target: WatchedTarget & { readonly onBytes?: (bytes: Buffer, areLent: boolean) => void },
  callback: buildConnector.Callback,
) => void;

/** One buffer for all reads of this thread. What is read is lent until the next read. */
const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * Makes a connector whose connections read into one buffer. Node would allocate 64 KB for each read and shrink it, which
 * costs more than a copy. Connections with TLS are read as Node does, and their handshakes are watched.
 */
export function readInto(
  options: buildConnector.BuildOptions,
  watched: (connect: buildConnector.connector) => WatchedConnector,
): Connector {
  const byEvents = watched(buildConnector(options));
  return ({ onBytes, ...target }, callback) => {
    if (!onBytes) byEvents(target, callback);
    else if (target.protocol === 'https:') {
      byEvents(target, (...result) => {
        result[1]?.on('data', (bytes) => onBytes(bytes, false));
        callback(...result);
      });
    } else {
      const read = (length: number) => {
        onBytes(buffer.subarray(0, length), true);
        return true;
      };
      buildConnector({ ...options, onread: { buffer, callback: read } })(target, callback);
    }
  };
}
