/** Addresses of the platform, and the token that the story calls it with. */
export type Settings = {
  readonly adminToken: string;
  readonly controlUrl: string;
  readonly gatewayUrl: string;
  readonly graphqlServerUrl: string;
  readonly backendsUrl: string;
};

/** Something that the operator has to mend before the story can begin. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/**
 * Reads the settings of the story. The addresses are those of `npm start` unless they are named.
 *
 * @throws NotReady when the admin token is missing, or an address is no URL
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const adminToken = env['ADMIN_TOKEN'];
  if (!adminToken)
    throw new NotReady(
      'ADMIN_TOKEN is missing. `npm start` prints it on its first start: ADMIN_TOKEN=… npm run story',
    );
  const address = (name: string, fallback: string) => {
    const value = (env[name] || fallback).replace(/\/+$/, '');
    if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
    throw new NotReady(`${name} is ${value}: give an address such as ${fallback}.`);
  };
  return {
    adminToken,
    controlUrl: address('CONTROL_URL', 'http://127.0.0.1:9000'),
    gatewayUrl: address('GATEWAY_URL', 'http://127.0.0.1:8080'),
    graphqlServerUrl: address('GRAPHQL_SERVER_URL', 'http://127.0.0.1:8090'),
    backendsUrl: address('BACKENDS_URL', 'http://127.0.0.1:8091'),
  };
}
