import { displayCalls } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { listRoom, ListView } from '../../platform/list/index.ts';

/** ms: screens call by themselves. */
const renewEvery = 30_000;

const viewers = listRoom({
  word: 'display',
  title: 'cockpit.viewers',
  icon: 'eye',
  none: 'cockpit.viewersNone',
  noneFound: 'cockpit.viewersNoneFound',
  hint: 'cockpit.viewersHint',
  calls: { query: displayCalls.viewers },
  filters: { keyword: { kind: 'search', label: 'cockpit.viewersSearch' } },
  renewEvery,
  nameOf: ({ name }) => name,
  columns: ({ text, figures }) => [
    {
      title: text('field.name'),
      width: 180,
      ellipsis: true,
      render: (_, { name }) => <bdi>{name}</bdi>,
    },
    {
      title: text('cockpit.viewerKind'),
      width: 110,
      render: (_, { kind }) => text(`cockpit.viewerKind.${kind}`),
    },
    {
      title: text('cockpit.viewerPage'),
      width: 180,
      render: (_, { page }) =>
        page === null ? (
          <StateSymbol state="attention" word={text('cockpit.viewerNoPage')} />
        ) : (
          text(`permission.${page}`)
        ),
    },
    {
      title: text('cockpit.viewerLayout'),
      fold: 1,
      width: 150,
      render: (_, { layoutOf }) =>
        text(layoutOf === null ? 'cockpit.viewerNoLayout' : `cockpit.viewerLayout.${layoutOf}`),
    },
    {
      title: text('field.department'),
      fold: 2,
      width: 150,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('cockpit.viewerSeen'),
      fold: 0,
      width: 180,
      render: (_, { lastSeenAt }) =>
        lastSeenAt === null ? text('cockpit.displayNever') : <bdi>{figures.time(lastSeenAt)}</bdi>,
    },
  ],
  actions: [],
});

/** Displays and people who land on a cockpit, with the view that each is shown. */
export function ViewerList(): ReactNode {
  return <ListView tab room={viewers} />;
}
