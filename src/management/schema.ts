// Every noun of the management API registers itself with the builder: one file a noun, one line here.
import './viewer.ts';
import './org.ts';
import './catalog.ts';
import './user-registry.ts';
import './oauth-provider.ts';
import './oauth-provider-settings.ts';
import './assignment.ts';
import './api.ts';
import './product.ts';
import './product-edit.ts';
import './plan.ts';
import './catalog-product.ts';
import './lifecycle.ts';
import './supersede.ts';
import './migration.ts';
import './consumer-org.ts';
import './application.ts';
import './credential.ts';
import './subscription.ts';
import './graphql-server.ts';
import './manifest.ts';
import './access-token.ts';
import './audit.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
