import * as client from 'openid-client';
import { limits } from '@eyrie/domain';
import { AddressRefused, createOutgoing } from '../../platform/outgoing.ts';
import type { OpenIdSettings } from '../organisation/index.ts';

export { randomPKCECodeVerifier as newVerifier } from 'openid-client';

export interface OpenIdClientOptions {
  /** Where the provider sends people back to. */
  redirectUrl(): string;
  /** Whether a provider may be on this machine, without TLS. */
  loopback: boolean;
}

/** What only this server and the browser that began know of a sign-in on its way. */
export interface OpenIdSecrets {
  nonce: string;
  /** Its hash goes to the provider first, itself when the code is spent. */
  verifier: string;
}

/** How the client proves itself; a provider that says nothing takes what the standard says. */
const proofOf = (provider: client.ServerMetadata, secret: string | null): client.ClientAuth => {
  if (secret === null) return client.None();
  const taken = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return taken.includes('client_secret_basic')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret);
};

/** Speaks to OpenID providers: code flow with PKCE, over addresses that are judged where they are called. */
export function createOpenIdClient({ redirectUrl, loopback }: OpenIdClientOptions) {
  const { answer, bodyBytes } = limits.openId;
  const outgoing = createOutgoing({ answer, bodyBytes, loopback });

  /** Asks the provider what it is. The signature of its id tokens is checked, not only the way they came. */
  async function configure({
    issuer,
    clientId,
    clientSecret,
  }: OpenIdSettings): Promise<client.Configuration> {
    // What may be called at all is decided where the call is made.
    const insecure = loopback ? [client.allowInsecureRequests] : [];
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: (url, options) => outgoing(url, options),
      timeout: answer / 1_000,
      execute: insecure,
    });
    const provider = found.serverMetadata();
    const config = new client.Configuration(provider, clientId, undefined, proofOf(provider, clientSecret));
    config[client.customFetch] = (url, options) => outgoing(url, options);
    config.timeout = answer / 1_000;
    for (const execute of [client.enableNonRepudiationChecks, ...insecure]) execute(config);
    return config;
  }

  /** Where a browser goes on. @throws Error when the provider cannot be asked, or names no page of its own */
  async function addressFor(
    settings: OpenIdSettings,
    { state, nonce, verifier }: OpenIdSecrets & { state: string },
  ): Promise<string> {
    const config = await configure(settings);
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUrl(),
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    // What a provider names is followed by a browser: nothing but a page.
    if (address.protocol !== 'https:' && !(loopback && address.protocol === 'http:'))
      throw new AddressRefused(address.protocol);
    return address.href;
  }

  /**
   * Spends the code that a browser brought back. @returns the account that the id token names.
   * @throws Error whatever is wrong
   */
  async function accountFrom(
    settings: OpenIdSettings,
    query: URLSearchParams,
    { nonce, verifier }: OpenIdSecrets,
  ): Promise<string> {
    const back = new URL(`${redirectUrl()}?${query.toString()}`);
    const tokens = await client.authorizationCodeGrant(await configure(settings), back, {
      pkceCodeVerifier: verifier,
      expectedState: query.get('state') ?? '',
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claim = tokens.claims()?.[settings.accountClaim];
    if (typeof claim !== 'string' || claim === '') throw new Error('the claim is missing');
    // An address that its owner has not confirmed may be somebody else's.
    if (settings.accountClaim === 'email' && tokens.claims()?.['email_verified'] !== true)
      throw new Error('the address is not confirmed');
    return claim;
  }

  return { addressFor, accountFrom };
}
