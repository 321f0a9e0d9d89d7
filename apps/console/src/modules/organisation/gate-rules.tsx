import {
  gateFailedSettable,
  gateSettable,
  organisationCalls,
  type GateItemName,
  type OrganisationRecord,
} from '@eyrie/domain';
import { Skeleton } from '@eyrie/ui';
import { Button, Form, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { showFailure } from '../../platform/http.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useOrganisation, useOrganisationEdit } from './organisation.queries.ts';
import './organisation.css';

type Rules = Pick<OrganisationRecord, 'gateNotCheckedWarns' | 'gateFailedWarns'>;

const rulesOf = ({ gateNotCheckedWarns, gateFailedWarns }: Rules): Rules => ({
  gateNotCheckedWarns,
  gateFailedWarns,
});
const same = (one: Rules, other: Rules): boolean => JSON.stringify(one) === JSON.stringify(other);
/** In the order of the gate, as the server keeps it. */
const chosen = <T extends GateItemName>(all: readonly T[], before: readonly T[], item: T, warns: boolean) =>
  all.filter((one) => (one === item ? warns : before.includes(one)));

function Choice({
  item,
  when,
  warns,
  change,
}: {
  item: GateItemName;
  when: string;
  warns: boolean;
  change: (warns: boolean) => void;
}): ReactNode {
  const text = useText();
  return (
    <Select
      aria-label={`${text(`gate.${item}`)}: ${when}`}
      value={warns ? 'warn' : 'block'}
      options={[
        { value: 'block', label: text('organisation.gateBlocks') },
        { value: 'warn', label: text('organisation.gateOnlyWarns') },
      ]}
      onChange={(value) => change(value === 'warn')}
    />
  );
}

function RulesTable({ draft, change }: { draft: Rules; change: (rules: Rules) => void }): ReactNode {
  const text = useText();
  const failedItems: readonly GateItemName[] = gateFailedSettable;
  const notChecked = text('organisation.gateNotChecked');
  const failed = text('organisation.gateFailed');
  return (
    <table className="organisation-gate">
      <thead>
        <tr>
          <th scope="col">{text('flight.gate')}</th>
          <th scope="col">{notChecked}</th>
          <th scope="col">{failed}</th>
        </tr>
      </thead>
      <tbody>
        {gateSettable.map((item) => (
          <tr key={item}>
            <th scope="row">{text(`gate.${item}`)}</th>
            <td>
              <Choice
                item={item}
                when={notChecked}
                warns={draft.gateNotCheckedWarns.includes(item)}
                change={(warns) =>
                  change({
                    ...draft,
                    gateNotCheckedWarns: chosen(gateSettable, draft.gateNotCheckedWarns, item, warns),
                  })
                }
              />
            </td>
            <td>
              {gateFailedSettable.map((one) =>
                one === item ? (
                  <Choice
                    key={one}
                    item={one}
                    when={failed}
                    warns={draft.gateFailedWarns.includes(one)}
                    change={(warns) =>
                      change({
                        ...draft,
                        gateFailedWarns: chosen(gateFailedSettable, draft.gateFailedWarns, one, warns),
                      })
                    }
                  />
                ) : null,
              )}
              {failedItems.includes(item) ? null : text('organisation.gateBlocks')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RulesForm({ record }: { record: OrganisationRecord }): ReactNode {
  const text = useText();
  const newest = rulesOf(record);
  // What the member began from; what others change meanwhile is met when saving.
  const [before, setBefore] = useState(newest);
  const [draft, setDraft] = useState(newest);
  const edit = useOrganisationEdit();
  const may = useMay(organisationCalls.edit, record);
  const unsaved = !same(draft, before);
  useUnsaved(unsaved);
  if (!unsaved && !same(newest, before)) {
    setBefore(newest);
    setDraft(newest);
  }
  const save = (): void => {
    if (!unsaved || edit.isPending) return;
    edit.mutate(
      { ...draft, before },
      {
        onSuccess: (saved) => {
          setBefore(rulesOf(saved));
          setDraft(rulesOf(saved));
          showToast('success', text('organisation.saved'));
        },
        onError: showFailure,
      },
    );
  };
  return (
    <Form layout="vertical" disabled={!may} onFinish={save}>
      <RulesTable draft={draft} change={setDraft} />
      <Allowed call={organisationCalls.edit} record={record}>
        <Button type="primary" htmlType="submit" disabled={!unsaved} loading={edit.isPending}>
          {text('app.save')}
        </Button>
      </Allowed>
    </Form>
  );
}

/** What the organisation makes of items that the pre-flight check could not check. */
export function GateRules(): ReactNode {
  const text = useText();
  const id = useId();
  const { data } = useOrganisation();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{text('organisation.gateTitle')}</h2>
      <p className="organisation-hint">{text('organisation.gateHint')}</p>
      {data ? <RulesForm key={data.oid} record={data} /> : <Skeleton />}
    </section>
  );
}
