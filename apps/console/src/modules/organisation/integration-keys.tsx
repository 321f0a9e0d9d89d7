import { organisationCalls, type ResponseOf } from '@eyrie/domain';
import type { ReactNode } from 'react';
import {
  listRoom,
  ListView,
  MakeForm,
  type BeginAction,
  type ListDialog,
  type RecordFormRoom,
} from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { useOrganisation } from './organisation.queries.ts';
import { ShownOnce } from './shown-once.tsx';
import './organisation.css';

type MadeKey = ResponseOf<typeof organisationCalls.keyAdd>;

/** Everything the other system needs, in a form that can be pasted into its settings. */
const noteOf = (key: MadeKey): string =>
  [`kid: ${key.oid}`, `alg: ${key.algorithm}`, `aud: ${key.audience}`, '', key.privateKey.trim(), ''].join(
    '\n',
  );

const form: RecordFormRoom = {
  word: 'organisation',
  fields: { name: { label: 'organisation.keyName', hint: 'organisation.keyNameHint' } },
};

function NewKey({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  return (
    <MakeForm
      form={form}
      title="organisation.keyNew"
      verb="organisation.keyMake"
      call={organisationCalls.keyAdd}
      onClose={onClose}
      renderMade={(made) => (
        <ShownOnce
          title={text('organisation.keyMade', { name: made.name })}
          sentence={text('organisation.keyOnce')}
          note={noteOf(made)}
          onClose={onClose}
        >
          <p className="organisation-hint">{text('organisation.keyUse')}</p>
          <pre
            className="organisation-secret ey-panel"
            dir="ltr"
          >{`${location.origin}/?loginInfo=…#/DataStatistics`}</pre>
        </ShownOnce>
      )}
    />
  );
}

const newKeyDialog: ListDialog = {
  title: 'organisation.keyNew',
  bare: true,
  content: (close) => <NewKey onClose={close} />,
};

const keyList = listRoom({
  word: 'organisation',
  title: 'organisation.keys',
  icon: 'key',
  calls: { query: organisationCalls.keys, remove: organisationCalls.keyRemove },
  whole: true,
  filters: {},
  none: 'organisation.noKeys',
  noneFound: 'organisation.noKeys',
  hint: 'organisation.keysHint',
  nameOf: ({ name }) => name,
  minWidth: 760,
  actionsWidth: 90,
  columns: ({ text, figures }) => [
    { title: text('organisation.keyName'), ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('organisation.keyCreatedBy'),
      width: 140,
      ellipsis: true,
      render: (_, { createdBy }) => <bdi>{createdBy}</bdi>,
    },
    {
      title: text('organisation.keyCreatedAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
    {
      title: text('organisation.keyLastUsed'),
      width: 180,
      render: (_, { lastUsedAt }) => <bdi>{figures.time(lastUsedAt)}</bdi>,
    },
  ],
  removal: { title: 'organisation.keyDeleteTitle', done: 'organisation.keyDeleted' },
  actions: [
    {
      icon: 'trash',
      label: 'organisation.keyDelete',
      named: ({ name }) => ({ name }),
      danger: true,
      call: organisationCalls.keyRemove,
      run: (key, { remove }) => remove(key),
    },
  ],
});

/** Keys with which other systems sign people in. */
export function IntegrationKeys(): ReactNode {
  const text = useText();
  const { data: organisation } = useOrganisation();
  const begin: BeginAction | undefined = organisation && {
    icon: 'plus',
    label: 'organisation.keyNew',
    call: organisationCalls.keyAdd,
    record: organisation,
    run: ({ dialog }) => dialog(newKeyDialog),
  };
  return (
    <section className="card" aria-labelledby="integration-keys">
      <h2 id="integration-keys">{text('organisation.keys')}</h2>
      <ListView tab room={begin ? { ...keyList, begin } : keyList} />
    </section>
  );
}
