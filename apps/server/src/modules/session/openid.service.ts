import { timingSafeEqual } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { MemberRoom } from '../member/index.ts';
import { insertStart, takeStart, type OrganisationRoom } from '../organisation/index.ts';
import type { CodeService } from './code.service.ts';
import type { LoginService } from './login.service.ts';
import { createOpenIdClient, newVerifier } from './openid-client.ts';
import { browserMark, openIdCookie } from './openid-cookie.ts';
import { hashToken, newToken } from './token.ts';

export interface OpenIdDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'serverTime'>;
  audit: AuditLog;
  member: MemberRoom;
  organisation: Pick<OrganisationRoom, 'openIdProviders'>;
  codes: CodeService;
  logins: LoginService;
  /** Where the provider sends people back to. */
  redirectUrl(): string;
  /** Whether a provider may be on this machine, without TLS. */
  loopback: boolean;
}

export type Visitor = Pick<CallContext, 'address' | 'correlationId'>;

export interface OpenIdService {
  /** @throws Refusal `openIdFailed`, `tooManyRequests` */
  start(
    request: { oid: string; page?: string | undefined },
    context: CallContext,
  ): Promise<{ url: string; expiresAt: number }>;
  /**
   * Ends the way through the provider. @returns the page to go to, behind the hash, with a one-time code in it or
   * with the mark that it failed.
   */
  finish(query: URLSearchParams, cookie: string | undefined, visitor: Visitor): Promise<string>;
}

/** A page as it may stand in a header: one of ours, without signs that end a line. */
const pageFor = (wanted: string | null | undefined): string =>
  wanted?.startsWith('/') ? wanted.replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent) : '/';

const withQuery = (page: string, name: string, value: string): string =>
  `${page}${page.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

const nameOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(typeof code === 'string' ? code : name).slice(0, 80);
};

type Provider = ReturnType<typeof createOpenIdClient>;

/** Writes down that a way through the provider was refused. */
const recordRefused = (
  { runtime, audit }: OpenIdDeps,
  { address, correlationId }: Visitor,
  groupRoot: string | null,
  detail: Record<string, unknown>,
): Promise<void> =>
  audit.write(runtime.db, {
    groupRoot,
    address,
    correlationId,
    action: 'login.openId',
    outcome: 'refused',
    detail,
  });

/** The way out, to the provider. */
const startAt =
  (deps: OpenIdDeps, provider: Provider): OpenIdService['start'] =>
  async ({ oid, page }, context) => {
    const { runtime, organisation, logins } = deps;
    const { startLife } = limits.openId;
    await logins.limitAddress(context);
    const settings = await organisation.openIdProviders.settingsOf(oid);
    if (!settings) {
      // Nobody says that there is such an organisation: its log must not begin with what a visitor makes up.
      await recordRefused(deps, context, null, { reason: 'closed', organisation: oid });
      throw new Refusal('openIdFailed');
    }
    const state = newToken();
    const nonce = newToken();
    const verifier = newVerifier();
    const url = await provider
      .addressFor(settings, { state, nonce, verifier })
      .catch(async (error: unknown) => {
        runtime.log.warn({ err: error, groupRoot: oid }, 'the OpenID provider cannot be asked');
        await recordRefused(deps, context, oid, { reason: 'provider', error: nameOf(error) });
        throw new Refusal('openIdFailed');
      });
    // One start at a time in a browser: a second one takes the place of the first.
    const browser = newToken();
    const expiresAt = Math.round(runtime.serverTime()) + startLife;
    await insertStart(runtime.db, {
      stateHash: hashToken(state),
      groupRoot: oid,
      browserHash: hashToken(browser),
      verifier,
      nonce,
      page: page ?? null,
      expiresAt: new Date(expiresAt),
    });
    context.setCookie(openIdCookie, browser, startLife / 1_000);
    return { url, expiresAt };
  };

/** The way back, from the provider. */
const finishAt =
  (deps: OpenIdDeps, provider: Provider): OpenIdService['finish'] =>
  async (query, cookie, visitor) => {
    const { runtime, member, organisation, codes, logins } = deps;
    const { db } = runtime;
    await logins.limitAddress(visitor);
    const begun = await takeStart(db, hashToken(query.get('state') ?? ''));
    const page = pageFor(begun?.page);
    const fail = async (reason: string, detail: object = {}): Promise<string> => {
      await recordRefused(deps, visitor, begun?.groupRoot ?? null, { reason, ...detail });
      return withQuery(page, 'openId', 'failed');
    };
    if (!begun || begun.expiresAt.getTime() <= runtime.serverTime()) return fail('state');
    const here = cookie !== undefined && timingSafeEqual(hashToken(cookie), begun.browserHash);
    if (!here) return fail('browser');
    let account: string;
    try {
      const settings = await organisation.openIdProviders.settingsOf(begun.groupRoot);
      if (!settings) throw new Error('the door was closed');
      account = await provider.accountFrom(settings, query, begun);
    } catch (error) {
      runtime.log.warn({ err: error, groupRoot: begun.groupRoot }, 'a sign-in by OpenID failed');
      return fail('provider', { error: nameOf(error) });
    }
    const found = await member.byAccount(db, account);
    // Nobody is made a member by a provider: accounts are the administrator's.
    if (!found || found.groupRoot !== begun.groupRoot || found.service) return fail('account', { account });
    if (!found.enabled) return fail('disabled', { account });
    // Sent on to somebody else, the address with the code would sign them in as this member.
    const facts = { target: begun.page, cockpit: null, browser: browserMark(cookie) };
    const { code } = await codes.mint(db, found.oid, 'openId', facts);
    return withQuery(page, 'openId', code);
  };

export function createOpenIdService(deps: OpenIdDeps): OpenIdService {
  const provider = createOpenIdClient(deps);
  return { start: startAt(deps, provider), finish: finishAt(deps, provider) };
}
