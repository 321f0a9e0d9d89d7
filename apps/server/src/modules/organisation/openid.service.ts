import { lastWord, organisationCalls, type OpenIdProvider, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField } from '../../platform/http/refusal.ts';
import { requireOutgoing } from '../../platform/outgoing.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { isUnsurpassed, requireUnsurpassed } from '../permission/index.ts';
import { providerOf, saveProvider, type ProviderRow } from './openid.store.ts';

/** How a sign-in reaches an organisation's OpenID provider. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  accountClaim: string;
}

export interface OpenIdDeps {
  runtime: Pick<Runtime, 'db'>;
  audit: AuditLog;
  seal: Seal;
  /** Where providers send people back to. */
  redirectUrl(): string;
  /** Whether a provider may be on this machine. */
  loopback: boolean;
}

const nothing: Omit<ProviderRow, 'groupRoot'> = {
  enabled: false,
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: null,
  accountClaim: 'preferred_username',
};

export function createOpenIdProviders({ runtime, audit, seal, redirectUrl, loopback }: OpenIdDeps) {
  const { db } = runtime;

  const mayEdit = async (caller: Caller): Promise<boolean> =>
    caller.resources.has('organisation:edit') && (await isUnsurpassed(db, caller));
  const present = (row: Omit<ProviderRow, 'groupRoot'>, may: boolean): OpenIdProvider => ({
    enabled: row.enabled,
    name: row.name,
    issuer: row.issuer,
    clientId: row.clientId,
    hasSecret: row.clientSecret !== null,
    accountClaim: row.accountClaim,
    redirectUrl: redirectUrl(),
    allowed: may ? [lastWord(organisationCalls.openIdEdit)] : [],
  });

  /** @throws Refusal `invalid` for an issuer that this server does not call */
  function requireIssuer(text: string): void {
    try {
      const url = new URL(text);
      requireOutgoing(url, loopback);
      if (url.search !== '' || url.hash !== '') throw new Error('an issuer has neither query nor hash');
    } catch {
      throw invalidField('issuer', 'issuer');
    }
  }

  return {
    get: async (caller: Caller): Promise<OpenIdProvider> =>
      present((await providerOf(db, caller.groupRoot)) ?? nothing, await mayEdit(caller)),

    /** @throws Refusal `unsurpassedOnly`, `invalid` */
    async edit(
      request: ParsedRequestOf<typeof organisationCalls.openIdEdit>,
      context: CallContext,
    ): Promise<OpenIdProvider> {
      const { clientSecret, ...given } = request;
      requireIssuer(given.issuer);
      const sealed = clientSecret === undefined ? undefined : await seal.close(clientSecret);
      return db.transaction().execute(async (trx) => {
        await requireUnsurpassed(trx, context.caller);
        const before = await providerOf(trx, context.caller.groupRoot);
        // The secret of one provider is not for another one to see.
        const kept = before?.issuer === given.issuer ? before.clientSecret : null;
        const row = { groupRoot: context.caller.groupRoot, ...given, clientSecret: sealed ?? kept };
        await saveProvider(trx, row);
        await audit.done(trx, context, 'openId.edit', { ...given, secretChanged: sealed !== undefined });
        return present(row, true);
      });
    },

    /** The provider for the sign-in page: none for an organisation without one, or that does not exist. */
    async shownOf(groupRoot: string): Promise<{ oid: string; name: string }[]> {
      const row = await providerOf(db, groupRoot);
      return row?.enabled ? [{ oid: groupRoot, name: row.name }] : [];
    },

    /** Null while the organisation has no enabled provider. */
    async settingsOf(groupRoot: string): Promise<OpenIdSettings | null> {
      const row = await providerOf(db, groupRoot);
      if (!row?.enabled) return null;
      const { issuer, clientId, accountClaim } = row;
      return {
        issuer,
        clientId,
        accountClaim,
        clientSecret: row.clientSecret && (await seal.open(row.clientSecret)),
      };
    },
  };
}
export type OpenIdProviders = ReturnType<typeof createOpenIdProviders>;
