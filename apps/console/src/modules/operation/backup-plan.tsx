import { limits, operationCalls, type BackupPlan as Plan } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button, InputNumber, Select, Switch } from 'antd';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { knownZones } from '../../platform/format.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useBackupPlan, useBackupPlanSet } from './operation.queries.ts';
import { WorkState } from './work-state.tsx';
import './notice.css';

type Draft = Pick<Plan, 'enabled' | 'hour' | 'timeZone' | 'keep'>;
interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}
const hours = Array.from({ length: 24 }, (_, value) => ({
  value,
  label: `${String(value).padStart(2, '0')}:00`,
}));

function When({ draft, change }: PartProps): ReactNode {
  const text = useText();
  const id = useId();
  const zones = useMemo(
    () => [...new Set([draft.timeZone, ...knownZones()])].map((value) => ({ value })),
    [draft.timeZone],
  );
  return (
    <>
      <label htmlFor={`${id}hour`}>
        {text('operation.plan.hour')}
        <Select
          id={`${id}hour`}
          style={{ inlineSize: 90 }}
          value={draft.hour}
          options={hours}
          onChange={(hour) => change({ hour })}
        />
      </label>
      <label htmlFor={`${id}zone`}>
        {text('field.timeZone')}
        <Select
          id={`${id}zone`}
          showSearch
          style={{ inlineSize: 200 }}
          value={draft.timeZone}
          options={zones}
          onChange={(timeZone) => change({ timeZone })}
        />
      </label>
      <label htmlFor={`${id}keep`}>
        {text('operation.plan.keep')}
        <InputNumber
          id={`${id}keep`}
          min={1}
          max={limits.operation.backup.keepMost}
          precision={0}
          style={{ inlineSize: 80 }}
          value={draft.keep}
          onChange={(keep) => change({ keep: keep ?? limits.operation.backup.keep })}
        />
      </label>
    </>
  );
}

/** When the next one is due, and what became of the last. */
function Facts({ plan }: { plan: Plan }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { last, nextAt } = plan;
  return (
    <p className="backup-plan-facts ey-flow ey-hint">
      <span>
        {nextAt === null
          ? text('operation.plan.off')
          : text('operation.plan.next', { time: figures.time(nextAt) })}
      </span>
      {last === null ? (
        <span>{text('operation.plan.never')}</span>
      ) : (
        <>
          <span>{text('operation.plan.last', { time: figures.time(last.createdAt) })}</span>
          <WorkState work={last} />
          {last.instanceId === null ? null : <bdi dir="ltr">{last.instanceId}</bdi>}
          {last.error === null ? null : <bdi dir="ltr">{last.error}</bdi>}
        </>
      )}
    </p>
  );
}

function PlanForm({ plan }: { plan: Plan }): ReactNode {
  const text = useText();
  const id = useId();
  const { enabled, hour, timeZone, keep } = plan;
  const [draft, setDraft] = useState<Draft>({ enabled, hour, timeZone, keep });
  const set = useBackupPlanSet();
  const change = (part: Partial<Draft>): void => setDraft((was) => ({ ...was, ...part }));
  const changed = JSON.stringify(draft) !== JSON.stringify({ enabled, hour, timeZone, keep });
  const save = (): void => {
    if (changed && !set.isPending)
      set.mutate(draft, { onSuccess: () => showToast('success', text('organisation.saved')) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <span>
        <Switch checked={draft.enabled} aria-labelledby={id} onChange={(on) => change({ enabled: on })} />{' '}
        <span id={id}>{text('operation.plan.enabled')}</span>
      </span>
      <When draft={draft} change={change} />
      <Allowed call={operationCalls.backupPlanSet}>
        <Button type="primary" htmlType="submit" disabled={!changed} loading={set.isPending}>
          {text('app.save')}
        </Button>
      </Allowed>
    </form>
  );
}

/** When the instance backs itself up, and what came of the last time. */
export function BackupPlan(): ReactNode {
  const text = useText();
  const plan = useBackupPlan();
  const { data } = plan;
  return (
    <section className="card backup-plan" aria-labelledby="backup-plan">
      <h2 id="backup-plan">{text('operation.plan.title')}</h2>
      <Loaded state={loadStateOf(plan)}>
        {() =>
          data ? (
            <>
              <PlanForm
                key={JSON.stringify([data.enabled, data.hour, data.timeZone, data.keep])}
                plan={data}
              />
              <Facts plan={data} />
            </>
          ) : null
        }
      </Loaded>
    </section>
  );
}
