import { buildConnector } from 'undici';

/** Opens a connection. With `onBytes`, the socket emits no data, and what it reads goes there. */
export type Connector = (
  target: buildConnector.Options & { readonly onBytes?: (bytes: Buffer) => void },
  callback: buildConnector.Callback,
) => void;

/** One buffer for all reads of this thread. What is read is copied before the next read. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Makes a connector whose connections read into one buffer. Node would allocate 64 KB for each read and shrink it, which
 * costs a small answer more than its copy. Connections with TLS are read as Node does.
 */
export function readInto(options: buildConnector.BuildOptions): Connector {
  const byEvents = buildConnector(options);
  return ({ onBytes, ...target }, callback) => {
    if (!onBytes) byEvents(target, callback);
    else if (target.protocol === 'https:') {
      byEvents(target, (...result) => {
        result[1]?.on('data', onBytes);
        callback(...result);
      });
    } else {
      const read = (length: number, bytes: Uint8Array) => {
        onBytes(Buffer.from(bytes.subarray(0, length)));
        return true;
      };
      buildConnector({ ...options, onread: { buffer, callback: read } })(target, callback);
    }
  };
}
