import type { RoleMember } from '@eyrie/domain';
import { StateSymbol, type DataColumns } from '@eyrie/ui';
import type { TextOf } from '../../platform/text.tsx';

/** Who somebody is, for those who choose people for a role. */
export const personColumns = (text: TextOf): DataColumns<RoleMember> => [
  { title: text('role.person'), ellipsis: true, width: 150, render: (_, row) => <bdi>{row.name}</bdi> },
  { title: text('role.account'), ellipsis: true, width: 150, render: (_, row) => <bdi>{row.account}</bdi> },
  {
    title: text('role.department'),
    ellipsis: true,
    width: 150,
    render: (_, { groupName }) => <bdi>{groupName}</bdi>,
  },
  {
    title: text('role.state'),
    width: 100,
    render: (_, { enabled }) => (
      <StateSymbol
        state={enabled ? 'live' : 'offline'}
        word={text(enabled ? 'role.enabled' : 'role.disabled')}
      />
    ),
  },
];
