// Migrates the database at an address; says when it waits for what others hold.
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';

const database = await openServer(process.argv[2] ?? '');
await migrate(database, { onFault: () => console.log('waits') });
await database.close();
