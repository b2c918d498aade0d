import type { Catalog } from '../../infrastructure/database/generated/prisma/client.ts';

type MailOfCatalog = { readonly hasMailServer: boolean; readonly catalog: Pick<Catalog, 'mail'> };

/** Tells whether the platform has a mail server, and the catalog mail. */
export const sendsMail = ({ hasMailServer, catalog }: MailOfCatalog): boolean =>
  hasMailServer && catalog.mail !== null;
