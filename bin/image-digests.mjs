// The images that a release is built on and is run beside, by digest: what a tag names changes, what a release names does not.

/** Files that name images, each with the place of a name. */
export const IMAGES = {
  Dockerfile: /(?<=^FROM )\S+/gm,
  'compose.yaml': /(?<=^ +image: )[^\s$]+/gm,
};

const DOCKER_HUB = 'registry-1.docker.io';
const PATIENCE_MS = 30_000;
/** An image for several architectures has an index. Its digest names it on each of them. */
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
].join(', ');

/**
 * Names the images of a text by the digests of their tags. Digests of before are replaced.
 *
 * @param place where a name stands: an expression of {@link IMAGES}
 * @param find {@link digestOf}, or what stands in for it
 */
export async function withDigests(text, place, find = digestOf) {
  const tagged = (name) => name.replace(/@.*/, '');
  const names = [...new Set((text.match(place) ?? []).map(tagged))];
  if (names.length === 0) throw new Error(`No image is where ${place} looks for it.`);
  const digests = new Map(await Promise.all(names.map(async (name) => [name, await find(name)])));
  return text.replace(place, (name) => `${tagged(name)}@${digests.get(tagged(name))}`);
}

/**
 * Asks a registry for the digest of a tag (OCI Distribution Specification, "Pulling manifests").
 *
 * @param name as a Dockerfile has it, such as `node:24-bookworm-slim` or `ghcr.io/acme/gatehouse:1.2.0`
 * @param scheme `http` for a registry without TLS
 * @throws where the registry does not answer with a digest
 */
export async function digestOf(name, scheme = 'https') {
  const { host, repository, tag } = readName(name);
  const url = `${scheme}://${host}/v2/${repository}/manifests/${tag}`;
  const ask = (headers) =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: ACCEPT, ...headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  let answer = await ask({});
  if (answer.status === 401) answer = await ask({ authorization: `Bearer ${await tokenFor(name, answer)}` });
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${host} has no digest of ${name}. It answered ${answer.status}.`);
  return digest;
}

function readName(name) {
  const [, path, tag = 'latest'] = /^(.+?)(?::([^:/]+))?$/.exec(name);
  const [first, ...rest] = path.split('/');
  if (rest.length > 0 && /[.:]|^localhost$/.test(first))
    return { host: first, repository: rest.join('/'), tag };
  return { host: DOCKER_HUB, repository: rest.length > 0 ? path : `library/${path}`, tag };
}

/** Returns a token to read a public image, from the issuer that the registry names. */
async function tokenFor(name, refusal) {
  const challenge = refusal.headers.get('www-authenticate') ?? '';
  const { realm, ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  if (!/^Bearer /i.test(challenge) || !realm)
    throw new Error(`The registry of ${name} serves only users that sign in.`);
  const answer = await fetch(`${realm}?${new URLSearchParams(query)}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok)
    throw new Error(`${new URL(realm).host} gives no token for ${name}. It answered ${answer.status}.`);
  const { token, access_token: accessToken } = await answer.json();
  return token ?? accessToken;
}
