import {
  commandCalls,
  dockCalls,
  dockParameters,
  type DockParameter,
  type DockParameterValue,
  type DockRecord,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, InputNumber, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { now } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { call, clickMoment, newKey } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

type Shown = (name: DockParameter['name'], value: DockParameterValue | null) => string;

const useShown = (): Shown => {
  const text = useText();
  const figures = useFigures();
  return (name, value) => {
    if (value === null) return figures.amount(null);
    if (typeof value === 'boolean') return text(value ? 'dock.parameterOn' : 'dock.parameterOff');
    return typeof value === 'number' ? figures.height(value) : text(`dock.${name}.${value}` as PhraseId);
  };
};

/** A setting as it is held, the last order for it while the two differ, and the way to change it. */
function Parameter({
  parameter,
  onChange,
}: {
  parameter: DockParameter;
  onChange: (() => void) | null;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const shown = useShown();
  const { name, value, min, max, asked, lacking } = parameter;
  const why = lacking
    ? text('dock.parameterLacking')
    : value === null
      ? text('dock.parameterNotSettable')
      : undefined;
  return (
    <>
      {typeof value === 'number'
        ? text('dock.parameterRange', {
            value: shown(name, value),
            min: figures.height(min),
            max: figures.height(max),
          })
        : shown(name, value)}
      {onChange ? (
        <Button
          type="link"
          size="small"
          disabled={why !== undefined}
          title={why}
          aria-label={text('dock.parameterSetTitle', { name: text(`dock.parameter.${name}`) })}
          onClick={onChange}
        >
          {text('dock.parameterSet')}
        </Button>
      ) : null}
      {asked && asked.value !== value ? (
        <p className="list-hint">
          {text('dock.parameterAsked', {
            by: asked.by,
            time: figures.time(asked.at),
            value: shown(name, asked.value),
            state: text(`commandState.${asked.state}`),
          })}
        </p>
      ) : null}
    </>
  );
}

/** Asks the device for another value of one setting. */
function SetParameter({
  oid,
  parameter,
  onClose,
}: {
  oid: string;
  parameter: DockParameter;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const shown = useShown();
  const client = useQueryClient();
  const { name, min, max } = parameter;
  const rule = dockParameters[name];
  const [value, setValue] = useState(parameter.value);
  const { mutate, isPending } = useMutation({
    mutationFn: async (asked: DockParameterValue) => {
      const clickedAt = now();
      const key = newKey();
      return call(commandCalls.setParameter, {
        oid,
        name,
        value: asked,
        key,
        issuedAt: await clickMoment(clickedAt),
      });
    },
    onSuccess: ({ state }) => {
      showToast('info', text(state === 'succeeded' ? 'dock.parameterDone' : 'dock.parameterSent'));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['dock', 'parameters', oid] }),
  });
  const options: readonly DockParameterValue[] =
    rule.kind === 'choice' ? rule.options : rule.kind === 'flag' ? [true, false] : [];
  const inRange =
    rule.kind !== 'number' ||
    (typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max);
  const label = text(`dock.parameter.${name}`);
  return (
    <FormDialog
      title={text('dock.parameterSetTitle', { name: label })}
      onClose={onClose}
      unsaved={value !== parameter.value}
      verb={text('dock.parameterSet')}
      ready={value !== null && value !== parameter.value && inRange}
      why={inRange ? undefined : text('dock.parameterValueRange', { min: min ?? '', max: max ?? '' })}
      busy={isPending}
      onSubmit={() => value !== null && mutate(value)}
    >
      <Form.Item
        label={label}
        htmlFor="parameter-value"
        {...(inRange ? {} : { validateStatus: 'error' as const })}
        extra={
          rule.kind === 'number' ? text('dock.parameterValueRange', { min: rule.min, max: rule.max }) : null
        }
      >
        {rule.kind === 'number' ? (
          <InputNumber
            id="parameter-value"
            data-autofocus
            value={typeof value === 'number' ? value : null}
            addonAfter={text('unit.metre')}
            onChange={(next) => setValue(typeof next === 'number' ? next : null)}
          />
        ) : (
          <Radio.Group
            id="parameter-value"
            value={value}
            options={options.map((one) => ({ value: one, label: shown(name, one) }))}
            onChange={({ target }) => setValue(target.value as DockParameterValue)}
          />
        )}
      </Form.Item>
    </FormDialog>
  );
}

function Parameters({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { oid } = dock;
  const [changing, setChanging] = useState<DockParameter | null>(null);
  const answer = useQuery({
    queryKey: ['dock', 'parameters', oid],
    queryFn: ({ signal }) => call(dockCalls.parameters, { oid }, { signal }),
    refetchInterval: 10_000,
  });
  const list = answer.data?.list ?? [];
  const heard = list.map(({ at }) => at).filter((at) => at !== null);
  const maySet = dock.allowed.includes('setParameter');
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <>
          <p className="list-hint">{text('dock.parametersHint')}</p>
          {heard.length > 0 ? (
            <p className="list-hint">{text('state.lastSeen', { time: figures.time(Math.min(...heard)) })}</p>
          ) : null}
          <FactList
            className="list-facts"
            facts={list.map((parameter) => [
              text(`dock.parameter.${parameter.name}`),
              <Parameter
                key={parameter.name}
                parameter={parameter}
                onChange={maySet ? () => setChanging(parameter) : null}
              />,
            ])}
          />
          {changing ? (
            <SetParameter oid={oid} parameter={changing} onClose={() => setChanging(null)} />
          ) : null}
        </>
      )}
    </Loaded>
  );
}

/** What a dock and its aircraft hold of each limit and setting; asked for when it is opened. */
export function DockParameters({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('dock.parameters')}</summary>
      {open ? <Parameters dock={dock} /> : null}
    </details>
  );
}
