import { organisationCalls, type IntegrationKey, type ResponseOf } from '@eyrie/domain';
import { DataTable, EmptyPage, loadStateOf, type DataColumns } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.ts';
import { useFigures } from '../../platform/figures.ts';
import { RecordForm, type RecordFormRoom } from '../../platform/list/index.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { useIntegrationKeys, useKeyRemove, useOrganisation } from './organisation.queries.ts';
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

const useRemoval = (): ((key: IntegrationKey) => Promise<void>) => {
  const text = useText();
  const remove = useDeletion(useKeyRemove());
  return ({ oid, name }) =>
    remove([oid], {
      title: text('organisation.keyDeleteTitle', { name }),
      done: text('organisation.keyDeleted'),
    });
};

const useColumns = (): DataColumns<IntegrationKey> => {
  const text = useText();
  const figures = useFigures();
  const remove = useRemoval();
  return [
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
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 90,
      render: (_, key) => (
        <Allowed call={organisationCalls.keyRemove} record={key}>
          <RowAction
            icon="trash"
            danger
            label={text('organisation.keyDelete', { name: key.name })}
            onClick={() => void remove(key)}
          />
        </Allowed>
      ),
    },
  ];
};

/** Keys with which other systems sign people in. */
export function IntegrationKeys(): ReactNode {
  const text = useText();
  const columns = useColumns();
  const keys = useIntegrationKeys();
  const { data } = keys;
  const { data: organisation } = useOrganisation();
  const [open, setOpen] = useState<'new' | MadeKey | null>(null);
  const close = (): void => setOpen(null);
  return (
    <section className="card" aria-labelledby="integration-keys">
      <div className="organisation-head">
        <h2 id="integration-keys">{text('organisation.keys')}</h2>
        {organisation ? (
          <Allowed call={organisationCalls.keyAdd} record={organisation}>
            <Button onClick={() => setOpen('new')}>{text('organisation.keyNew')}</Button>
          </Allowed>
        ) : null}
      </div>
      <p className="organisation-hint">{text('organisation.keysHint')}</p>
      <DataTable<IntegrationKey>
        label={text('organisation.keys')}
        columns={columns}
        rows={data ?? []}
        rowKey={(key) => key.oid}
        load={loadStateOf(keys)}
        minWidth={760}
        empty={<EmptyPage icon="key" sentence={text('organisation.noKeys')} />}
      />
      {open === 'new' ? (
        <RecordForm
          form={form}
          title="organisation.keyNew"
          verb="organisation.keyMake"
          call={organisationCalls.keyAdd}
          onSaved={setOpen}
          onClose={close}
        />
      ) : null}
      {open !== null && open !== 'new' ? (
        <ShownOnce
          title={text('organisation.keyMade', { name: open.name })}
          sentence={text('organisation.keyOnce')}
          note={noteOf(open)}
          onClose={close}
        >
          <p className="organisation-hint">{text('organisation.keyUse')}</p>
          <pre
            className="organisation-secret"
            dir="ltr"
          >{`${location.origin}/?loginInfo=…#/DataStatistics`}</pre>
        </ShownOnce>
      ) : null}
    </section>
  );
}
