import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { FlightSocket } from './flight-socket.ts';

/** The lines of a key log that a flight needs. (https://www.ietf.org/archive/id/draft-ietf-tls-keylogfile-02.html) */
const LABEL = { tls13: 'CLIENT_HANDSHAKE_TRAFFIC_SECRET', tls12: 'CLIENT_RANDOM' };

/**
 * Ends connections whose clients send certificates that are expensive to verify.
 *
 * In TLS 1.3 they are sealed, and opened by the secret that the server tells. A connection costs a fifth more with it:
 * Node then reads it by way of a stream.
 *
 * Install it before whatever else listens to the connections of the server.
 */
export function boundClientCertificates(server: Server): void {
  /** Handshakes under way, by the random of their clients. */
  const open = new Map<string, FlightSocket>();
  const accepts = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (carrier: Socket) => {
    const socket = new FlightSocket(carrier, (random) => {
      const other = open.get(random);
      // Nobody has the random of somebody else by chance.
      if (other && other !== socket) socket.destroy();
      else open.set(random, socket);
      socket.once('close', () => forget(random, socket));
    });
    for (const accept of accepts) accept.call(server, socket);
  });
  server.on('keylog', (line, secured) => {
    const [label = '', random = '', secret = ''] = line.toString('latin1').trim().split(' ');
    const socket = open.get(random);
    if (!socket) return;
    if (label === LABEL.tls13) socket.flight.learn(Buffer.from(secret, 'hex'));
    else if (label === LABEL.tls12) socket.flight.learnKeys();
    else return;
    lendAddresses(secured, socket.carrier);
    secured.once('secure', () => {
      socket.flight.end();
      forget(random, socket);
    });
  });

  function forget(random: string, socket: FlightSocket): void {
    if (open.get(random) === socket) open.delete(random);
  }
}

/** Gives a connection the addresses of the one that carries it. */
function lendAddresses(secured: TLSSocket, { remoteAddress, remotePort, remoteFamily }: Socket): void {
  Object.defineProperties(secured, {
    remoteAddress: { value: remoteAddress },
    remotePort: { value: remotePort },
    remoteFamily: { value: remoteFamily },
  });
}
