// What `npm run generate` makes of prisma/schema.prisma for the server; the types of its rows are generated and not committed.
export { getDatamodel } from '../src/infrastructure/database/generated/pothos-types.ts';
export { Prisma, PrismaClient } from '../src/infrastructure/database/generated/prisma/client.ts';
