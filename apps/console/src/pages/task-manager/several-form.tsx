import { limits, taskCalls, type TaskRecord } from '@eyrie/domain';
import { loadStateOf, NoChoices } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AutoComplete, Form, Input, Radio, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { DepartmentSelect } from '../../modules/department/index.ts';
import { useDocks } from '../../modules/dock/index.ts';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { SeveralOutcomesDialog } from './several-outcomes.tsx';

type Which = 'chosen' | 'dock' | 'department';
const longest = 200;

interface Draft {
  which: Which;
  dockOID: string | null;
  groupOID: string | null;
  reason: string;
}

/** Tasks as the call names them; null: none is chosen yet. */
const whichOf = ({ which, dockOID, groupOID }: Draft, tasks: readonly TaskRecord[]) => {
  if (which === 'chosen') return { oids: tasks.map(({ oid }) => oid) };
  if (which === 'dock') return dockOID === null ? null : { dockOID };
  return groupOID === null ? null : { groupOID };
};

/** For what tasks of a dock or department are paused now. */
const usePauseReasons = ({ which, dockOID, groupOID }: Draft, asked: boolean): string[] => {
  const place = which === 'dock' ? dockOID : groupOID;
  const { data } = useQuery({
    queryKey: ['task', 'pauseReasons', which, place],
    queryFn: ({ signal }) => {
      const page = { paused: true, pageSize: limits.list.pageSizeMax };
      return which === 'dock'
        ? call(taskCalls.query, { ...page, dockOID: place ?? '' }, { signal })
        : call(taskCalls.query4Dep, { ...page, groupOID: place ?? '' }, { signal });
    },
    enabled: asked && which !== 'chosen' && place !== null,
  });
  return [...new Set((data?.list ?? []).map(({ pauseReason }) => pauseReason))];
};

function DockField({
  draft,
  onChange,
}: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  const docks = useDocks();
  return (
    <Form.Item label={text('task.calendar.dock')} htmlFor={id} required>
      <Select<string>
        id={id}
        showSearch={{ optionFilterProp: 'label' }}
        value={draft.dockOID}
        notFoundContent={<NoChoices state={loadStateOf(docks)} none={text('flight.noDocksAsk')} />}
        options={(docks.data ?? []).map(({ oid, name }) => ({ value: oid, label: name }))}
        onChange={(dockOID) => onChange({ dockOID })}
      />
    </Form.Item>
  );
}

interface ReasonProps {
  draft: Draft;
  pauses: boolean;
  onChange: (part: Partial<Draft>) => void;
}

function ReasonField({ draft, pauses, onChange }: ReasonProps): ReactNode {
  const text = useText();
  const id = useId();
  const reasons = usePauseReasons(draft, !pauses);
  // Chosen by hand they are meant whatever they were paused for.
  if (!pauses && draft.which === 'chosen') return null;
  return (
    <Form.Item
      label={text(pauses ? 'task.pauseReason' : 'task.several.reasonOver')}
      htmlFor={id}
      extra={text(pauses ? 'task.pauseHint' : 'task.several.resumeHint')}
      required
    >
      {pauses ? (
        <Input.TextArea
          id={id}
          rows={2}
          value={draft.reason}
          count={{ show: true, max: longest }}
          onChange={({ target }) => onChange({ reason: target.value })}
        />
      ) : (
        <AutoComplete
          id={id}
          value={draft.reason}
          options={reasons.map((value) => ({ value }))}
          notFoundContent={text('task.several.noReasons')}
          onChange={(reason: string) => onChange({ reason })}
        />
      )}
    </Form.Item>
  );
}

/** Pauses or resumes several tasks at once: those chosen in the list, or all of a dock or department. */
export function SeveralForm({
  pauses,
  tasks,
  onClose,
  onDone,
}: {
  pauses: boolean;
  tasks: readonly TaskRecord[];
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const first: Draft = {
    which: tasks.length > 0 ? 'chosen' : 'dock',
    dockOID: null,
    groupOID: null,
    reason: '',
  };
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const which = whichOf(draft, tasks);
  const reason = draft.reason.trim();
  const needsReason = pauses || draft.which !== 'chosen';
  const { mutate, isPending, data } = useMutation({
    mutationFn: (given: NonNullable<typeof which>) =>
      pauses
        ? call(taskCalls.pauseTasks, { ...given, reason })
        : call(taskCalls.restoreTasks, { ...given, ...(needsReason ? { reason } : {}) }),
    // After a refusal too: what somebody else changed meanwhile is then in sight.
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
  if (data) return <SeveralOutcomesDialog pauses={pauses} answer={data} onClose={onDone} />;
  return (
    <FormDialog
      title={text(pauses ? 'task.pauseSeveral' : 'task.resumeSeveral')}
      verb={text(pauses ? 'task.pause' : 'task.resume')}
      onClose={onClose}
      unsaved={draft.reason !== ''}
      ready={which !== null && (!needsReason || (reason !== '' && reason.length <= longest))}
      busy={isPending}
      onSubmit={() => {
        if (which) mutate(which);
      }}
    >
      <Form.Item label={text('task.several.which')}>
        <Radio.Group
          className="task-several-which"
          value={draft.which}
          options={(['chosen', 'dock', 'department'] as const)
            .filter((one) => one !== 'chosen' || tasks.length > 0)
            .map((value) => ({ value, label: text(`task.several.${value}`, { count: tasks.length }) }))}
          // Reasons are those of the place.
          onChange={({ target }) =>
            change({ which: target.value as Which, ...(pauses ? {} : { reason: '' }) })
          }
        />
      </Form.Item>
      {draft.which === 'dock' ? <DockField draft={draft} onChange={change} /> : null}
      {draft.which === 'department' ? (
        <Form.Item label={text('field.department')}>
          <DepartmentSelect
            label={text('field.department')}
            value={draft.groupOID}
            onChange={(groupOID) => change({ groupOID })}
          />
        </Form.Item>
      ) : null}
      <ReasonField draft={draft} pauses={pauses} onChange={change} />
    </FormDialog>
  );
}
