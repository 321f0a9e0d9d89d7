// oxlint-disable-next-line typescript/triple-slash-reference -- ambient types, also for the stories, which are another program
/// <reference path="./oidc-provider.d.ts" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in there next. */
  account: string;
  /** Claims of the id token beside the standard's own. */
  claims: Record<string, unknown>;
  /** Goes through the provider as a browser would. @returns what it brings back: the query of the return address. */
  visit(authorizationUrl: string): Promise<URLSearchParams>;
  stop(): Promise<void>;
}

const clientId = 'eyrie';
const clientSecret = 'a-secret-of-thirty-two-characters';

/** Sign-in and consent as a person would give them, without the pages. */
async function agree(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  accountId: string,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid profile email');
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
}

async function configure(
  redirectUri: string,
  claimsOf: () => Record<string, unknown>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['cookie-key-of-the-test'] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email', 'email_verified'] },
    // Claims in the id token itself, as most providers send them.
    conformIdTokenClaims: false,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...claimsOf() }),
    }),
  };
}

/**
 * A real OpenID provider on a port of this machine, whose people sign in and agree by themselves.
 * @param host to a browser `localhost` is another site than 127.0.0.1, as a provider is
 */
export async function startTestProvider(
  redirectUri: string,
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    account: 'nobody',
    claims: {},
    visit,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const configuration = await configure(redirectUri, () => ({
    preferred_username: test.account,
    ...test.claims,
  }));
  const provider = new Provider(issuer, configuration);
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      agree(provider, request, response, test.account).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    else callback(request, response);
  });

  async function visit(authorizationUrl: string): Promise<URLSearchParams> {
    const jar = new Map<string, string>();
    let url = new URL(authorizationUrl);
    for (let step = 0; step < 8; step += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        jar.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
      url = new URL(location, url);
      if (url.href.startsWith(redirectUri)) return url.searchParams;
    }
    throw new Error('the provider sends in circles');
  }
  return test;
}
