import { accessTokenCalls, tokenKinds, type AccessTokenRecord } from '@eyrie/domain';
import type { DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { Figures } from '../../platform/figures.ts';
import { choices, listRoom, ListView, type RecordAction } from '../../platform/list/index.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { addOwn, addService } from './new-token.tsx';

const scopeOf = (text: TextOf, { access, calls }: AccessTokenRecord): string =>
  access === 'read'
    ? text('accessToken.access.read')
    : text('accessToken.callCount', { count: calls.length });

const columns = (text: TextOf, figures: Figures): DataColumns<AccessTokenRecord> => [
  {
    title: text('field.name'),
    width: 200,
    ellipsis: true,
    render: (_, { name, hint }) => (
      <>
        <bdi>{name}</bdi>{' '}
        <bdi dir="ltr">
          <code>{hint}…</code>
        </bdi>
      </>
    ),
  },
  {
    title: text('accessToken.access'),
    fold: 1,
    width: 130,
    ellipsis: true,
    render: (_, record) => scopeOf(text, record),
  },
  {
    title: text('accessToken.state'),
    width: 100,
    render: (_, { state }) => text(`accessToken.state.${state}`),
  },
  {
    title: text('field.validUntil'),
    width: 180,
    render: (_, { expiresAt }) => <bdi>{figures.time(expiresAt)}</bdi>,
  },
  {
    title: text('accessToken.lastUsed'),
    fold: 0,
    width: 180,
    render: (_, { lastUsedAt }) =>
      lastUsedAt === null ? text('accessToken.never') : <bdi>{figures.time(lastUsedAt)}</bdi>,
  },
];

const revoke = (call: typeof accessTokenCalls.remove): RecordAction<AccessTokenRecord> => ({
  icon: 'trash',
  label: 'accessToken.revoke',
  named: ({ name }) => ({ name }),
  danger: true,
  call,
  run: ({ oid, name }, { change, text }) =>
    change({
      call,
      request: { oids: [oid] },
      done: 'accessToken.revoked',
      ask: { title: text('accessToken.revokeTitle', { name }), verb: text('accessToken.revokeVerb') },
    }),
});

const shared = {
  word: 'accessToken',
  icon: 'key',
  none: 'accessToken.none',
  noneFound: 'accessToken.noneFound',
  actionsWidth: 90,
} as const;

const own = listRoom({
  ...shared,
  title: 'accessToken.own',
  hint: 'accessToken.ownHint',
  calls: { query: accessTokenCalls.own },
  whole: true,
  filters: {},
  begin: addOwn,
  nameOf: ({ name }) => name,
  columns: ({ text, figures }) => columns(text, figures),
  actions: [revoke(accessTokenCalls.remove)],
});

const every = listRoom({
  ...shared,
  title: 'accessToken.every',
  hint: 'accessToken.everyHint',
  calls: { query: accessTokenCalls.query },
  filters: {
    keyword: { kind: 'search', label: 'list.searchByName' },
    kind: {
      kind: 'choice',
      label: 'accessToken.kind',
      any: 'accessToken.anyKind',
      options: choices(tokenKinds, 'accessToken.kind'),
    },
  },
  begin: addService,
  nameOf: ({ name }) => name,
  columns: ({ text, figures }) => [
    ...columns(text, figures),
    {
      title: text('accessToken.kind'),
      fold: 2,
      width: 90,
      render: (_, { kind }) => text(`accessToken.kind.${kind}`),
    },
    {
      title: text('accessToken.createdBy'),
      fold: 3,
      width: 130,
      ellipsis: true,
      render: (_, { createdBy }) => <bdi>{createdBy}</bdi>,
    },
  ],
  actions: [revoke(accessTokenCalls.revoke)],
});

/** Tokens with which programs call in the member's name. */
export function OwnTokens(): ReactNode {
  const text = useText();
  return (
    <section className="card" aria-labelledby="own-tokens">
      <h2 id="own-tokens">{text('accessToken.own')}</h2>
      <ListView tab room={own} />
    </section>
  );
}

/** Tokens of everybody and of services. */
export function EveryToken(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={every} />
    </div>
  );
}
