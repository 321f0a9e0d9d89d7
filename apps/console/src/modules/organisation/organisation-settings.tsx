import {
  busyChoices,
  limits,
  organisationCalls,
  organisationSettings,
  type OrganisationRecord,
  type OrganisationSettings as OrganisationRules,
} from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { showFailure } from '../../platform/http.ts';
import { knownZones } from '../../platform/format.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useOrganisation, useOrganisationEdit } from './organisation.queries.ts';
import './organisation.css';

/** The pre-flight rules have a form of their own. */
const signInSettings = organisationSettings.omit({
  gateNotCheckedWarns: true,
  gateFailedWarns: true,
  checklist: true,
});
type Settings = Omit<OrganisationRules, 'gateNotCheckedWarns' | 'gateFailedWarns' | 'checklist'>;

const { idleMinutesMin, idleMinutesMax, passwordDaysMin, passwordDaysMax } = limits.organisation;
const { secondsMin, secondsMax, secondsUsual, answerMin, answerMax, answerUsual } = limits.windAbort;
const { minutesMost, minutesUsual } = limits.task.queue;
/** What is proposed to whoever switches the change of passwords on. */
const usualDays = 90;

const switches = [
  'strongPasswords',
  'captchaAlways',
  'totpRequired',
  'rememberAllowed',
  'nameChineseOnly',
  'insuranceRequired',
  'approvalRequired',
  'upgradeApproval',
  'recordFlights',
] as const;
type SwitchName = (typeof switches)[number];

interface PartProps {
  draft: Settings;
  change: (part: Partial<Settings>) => void;
}

function Names({ draft, change }: PartProps): ReactNode {
  const text = useText();
  const id = useId();
  const zones = useMemo(
    () => [...new Set([draft.timeZone, ...knownZones()])].map((value) => ({ value })),
    [draft.timeZone],
  );
  return (
    <>
      <Form.Item label={text('organisation.name')} htmlFor={`${id}name`} required>
        <Input
          id={`${id}name`}
          count={{ show: true, max: 64 }}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Form.Item>
      <Form.Item label={text('organisation.timeZone')} htmlFor={`${id}zone`} required>
        <Select
          id={`${id}zone`}
          showSearch
          value={draft.timeZone}
          options={zones}
          onChange={(timeZone) => change({ timeZone })}
        />
      </Form.Item>
    </>
  );
}

function Rule({ name, draft, change }: PartProps & { name: SwitchName }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <div className="organisation-rule ey-grid ey-gap-12">
      <Switch
        checked={draft[name]}
        aria-labelledby={id}
        aria-describedby={`${id}hint`}
        onChange={(on) => change({ [name]: on })}
      />
      <div>
        <div id={id}>{text(`organisation.${name}`)}</div>
        <div id={`${id}hint`} className="organisation-hint">
          {text(`organisation.${name}Hint`)}
        </div>
      </div>
    </div>
  );
}

function Times({ draft, change }: PartProps): ReactNode {
  const text = useText();
  const id = useId();
  const { passwordDays } = draft;
  return (
    <>
      <div className="organisation-rule ey-grid ey-gap-12">
        <Switch
          checked={passwordDays !== null}
          aria-labelledby={id}
          onChange={(on) => change({ passwordDays: on ? usualDays : null })}
        />
        <div>
          <label id={id} htmlFor={`${id}days`}>
            {text('organisation.passwordDays')}
          </label>
          <div className="organisation-hint">{text('organisation.passwordDaysHint')}</div>
          {passwordDays === null ? null : (
            <InputNumber
              id={`${id}days`}
              min={passwordDaysMin}
              max={passwordDaysMax}
              precision={0}
              suffix={text('organisation.days')}
              value={passwordDays}
              onChange={(days) => change({ passwordDays: days ?? usualDays })}
            />
          )}
        </div>
      </div>
      <Form.Item
        label={text('organisation.idleMinutes')}
        htmlFor={`${id}idle`}
        extra={text('organisation.idleMinutesHint', { min: idleMinutesMin, max: idleMinutesMax })}
      >
        <InputNumber
          id={`${id}idle`}
          min={idleMinutesMin}
          max={idleMinutesMax}
          precision={0}
          suffix={text('organisation.minutes')}
          value={draft.idleMinutes}
          onChange={(minutes) => change({ idleMinutes: minutes ?? idleMinutesMax })}
        />
      </Form.Item>
    </>
  );
}

/** What runs of timed tasks do whose dock is busy, where their task says nothing of it. */
function BusyDock({ draft, change }: PartProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      <Form.Item
        label={text('organisation.busyDock')}
        htmlFor={`${id}busy`}
        extra={text('organisation.busyDockHint')}
      >
        <Select
          id={`${id}busy`}
          value={draft.busyDock}
          options={busyChoices.map((value) => ({ value, label: text(`task.busyDock.${value}`) }))}
          onChange={(busyDock) => change({ busyDock })}
        />
      </Form.Item>
      {draft.busyDock === 'wait' ? (
        <Form.Item label={text('organisation.busyMinutes')} htmlFor={`${id}minutes`}>
          <InputNumber
            id={`${id}minutes`}
            min={1}
            max={minutesMost}
            precision={0}
            value={draft.busyMinutes}
            onChange={(minutes) => change({ busyMinutes: minutes ?? minutesUsual })}
          />
        </Form.Item>
      ) : null}
    </>
  );
}

/** When aircraft in flight are called home because of the wind, and for how long a person is waited for before. */
function Wind({ draft, change }: PartProps): ReactNode {
  const text = useText();
  const id = useId();
  const { windAbortSeconds, windAnswerSeconds } = draft;
  return (
    <div className="organisation-rule ey-grid ey-gap-12">
      <Switch
        checked={windAbortSeconds !== null}
        aria-labelledby={id}
        aria-describedby={`${id}hint`}
        onChange={(on) => change({ windAbortSeconds: on ? secondsUsual : null })}
      />
      <div>
        <div id={id}>{text('organisation.windAbort')}</div>
        <div id={`${id}hint`} className="organisation-hint">
          {text('organisation.windAbortHint')}
        </div>
        {windAbortSeconds === null ? null : (
          <>
            <Form.Item label={text('organisation.windAbortSeconds')} htmlFor={`${id}seconds`}>
              <InputNumber
                id={`${id}seconds`}
                min={secondsMin}
                max={secondsMax}
                precision={0}
                value={windAbortSeconds}
                onChange={(seconds) => change({ windAbortSeconds: seconds ?? secondsUsual })}
              />
            </Form.Item>
            <Form.Item label={text('organisation.windAnswerSeconds')} htmlFor={`${id}answer`}>
              <InputNumber
                id={`${id}answer`}
                min={answerMin}
                max={answerMax}
                precision={0}
                value={windAnswerSeconds}
                onChange={(seconds) => change({ windAnswerSeconds: seconds ?? answerUsual })}
              />
            </Form.Item>
          </>
        )}
      </div>
    </div>
  );
}

function SettingsForm({ record }: { record: OrganisationRecord }): ReactNode {
  const text = useText();
  const newest = signInSettings.parse(record);
  // What the member began from; what others change meanwhile is met when saving.
  const [before, setBefore] = useState<Settings>(newest);
  const [draft, setDraft] = useState<Settings>(before);
  const edit = useOrganisationEdit();
  const may = useMay(organisationCalls.edit, record);
  const changed = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => before[name as keyof Settings] !== value),
  );
  const unsaved = Object.keys(changed).length > 0;
  useUnsaved(unsaved);
  const begin = (from: Settings): void => {
    setBefore(from);
    setDraft(from);
  };
  if (!unsaved && JSON.stringify(newest) !== JSON.stringify(before)) begin(newest);
  const change = (part: Partial<Settings>): void => setDraft((was) => ({ ...was, ...part }));
  const save = (): void => {
    if (!unsaved || edit.isPending) return;
    const seen = Object.fromEntries(
      Object.keys(changed).map((name) => [name, before[name as keyof Settings]]),
    );
    edit.mutate(
      { ...changed, before: seen },
      {
        onSuccess: (saved) => {
          begin(signInSettings.parse(saved));
          showToast('success', text('organisation.saved'));
        },
        onError: showFailure,
      },
    );
  };
  return (
    <Form layout="vertical" disabled={!may} onFinish={save}>
      <Names draft={draft} change={change} />
      {switches.map((name) => (
        <Rule key={name} name={name} draft={draft} change={change} />
      ))}
      <BusyDock draft={draft} change={change} />
      <Wind draft={draft} change={change} />
      <Times draft={draft} change={change} />
      <Allowed call={organisationCalls.edit} record={record}>
        <Button
          type="primary"
          htmlType="submit"
          disabled={!unsaved || draft.name.trim() === ''}
          loading={edit.isPending}
        >
          {text('app.save')}
        </Button>
      </Allowed>
    </Form>
  );
}

/** Name, time zone and sign-in rules of the organisation. */
export function OrganisationSettings(): ReactNode {
  const text = useText();
  const organisation = useOrganisation();
  const { data } = organisation;
  return (
    <section className="card" aria-labelledby="organisation-settings">
      <h2 id="organisation-settings">{text('organisation.settings')}</h2>
      <p className="organisation-hint">{text('organisation.settingsHint')}</p>
      <Loaded state={loadStateOf(organisation)}>
        {() => (data ? <SettingsForm key={data.oid} record={data} /> : null)}
      </Loaded>
    </section>
  );
}
