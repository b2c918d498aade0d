import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';

/** Names the event of a server that gives a socket to read requests from. */
export const acceptEvent = (server: Server) =>
  server instanceof TlsServer ? ('secureConnection' as 'connection') : 'connection';
