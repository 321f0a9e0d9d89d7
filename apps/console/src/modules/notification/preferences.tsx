import {
  notificationCalls,
  notificationKinds,
  notificationPreferences,
  type Channels,
  type NotificationKind,
  type NotificationPreferences,
} from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { usePreferences, useSetPreferences } from './notification.queries.ts';
import { QuietHours } from './quiet-hours.tsx';
import './notification.css';

const channelNames = ['bell', 'popup', 'sound'] as const;
const levels = ['info', 'attention'] as const;
type OwnKind = keyof NotificationPreferences['kinds'];
const kindsOf = (level: (typeof levels)[number] | 'alarm'): NotificationKind[] =>
  (Object.keys(notificationKinds) as NotificationKind[]).filter(
    (kind) => notificationKinds[kind].level === level,
  );

interface RowProps {
  name: string;
  strong?: boolean;
  channels: Channels;
  /** Missing: fixed. */
  onChange?: (channels: Channels) => void;
  end?: ReactNode;
}

function Row({ name, strong = false, channels, onChange, end }: RowProps): ReactNode {
  const text = useText();
  return (
    <tr className={strong ? 'preferences-level' : undefined}>
      <th scope="row">{name}</th>
      {channelNames.map((channel) => (
        <td key={channel} title={onChange ? undefined : text('notification.safety')}>
          <Checkbox
            checked={channels[channel]}
            disabled={!onChange}
            aria-label={`${name}: ${text(`notification.channel.${channel}`)}`}
            onChange={({ target }) => onChange?.({ ...channels, [channel]: target.checked })}
          />
        </td>
      ))}
      <td>{end}</td>
    </tr>
  );
}

interface LevelProps {
  level: (typeof levels)[number];
  value: NotificationPreferences;
  onValue: (value: NotificationPreferences) => void;
}

function LevelRows({ level, value, onValue }: LevelProps): ReactNode {
  const text = useText();
  const ofLevel = value.levels[level];
  const setKind = (kind: OwnKind, channels: Channels | undefined): void => {
    const { [kind]: _, ...others } = value.kinds;
    onValue({ ...value, kinds: channels ? { ...others, [kind]: channels } : others });
  };
  return (
    <tbody>
      <Row
        strong
        name={text('notification.wholeLevel', { level: text(`notification.level.${level}`) })}
        channels={ofLevel}
        onChange={(channels) => onValue({ ...value, levels: { ...value.levels, [level]: channels } })}
      />
      {kindsOf(level).map((kind) => {
        const own = value.kinds[kind as OwnKind];
        return (
          <Row
            key={kind}
            name={text(`notification.kind.${kind}`)}
            channels={own ?? ofLevel}
            onChange={(channels) => setKind(kind as OwnKind, channels)}
            end={
              own ? (
                <Button size="small" type="link" onClick={() => setKind(kind as OwnKind, undefined)}>
                  {text('notification.likeLevel')}
                </Button>
              ) : null
            }
          />
        );
      })}
    </tbody>
  );
}

const fixed: Channels = { bell: true, popup: true, sound: true };

function Table(props: Omit<LevelProps, 'level'>): ReactNode {
  const text = useText();
  return (
    <table className="preferences">
      <thead>
        <tr>
          <th scope="col">{text('notification.title')}</th>
          {channelNames.map((channel) => (
            <th key={channel} scope="col">
              {text(`notification.channel.${channel}`)}
            </th>
          ))}
          <th scope="col">
            <span className="ey-hidden">{text('app.operations')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {kindsOf('alarm').map((kind) => (
          <Row key={kind} name={text(`notification.kind.${kind}`)} channels={fixed} />
        ))}
      </tbody>
      {levels.map((level) => (
        <LevelRows key={level} level={level} {...props} />
      ))}
    </table>
  );
}

/** How the member is told, by level and kind, and when it is quiet. Every change is kept at once. */
export function Preferences(): ReactNode {
  const text = useText();
  const answer = usePreferences();
  const { data } = answer;
  const saving = useSetPreferences();
  // A change shows at once: the next one starts from it, whether or not the server has answered.
  const [draft, setDraft] = useState<NotificationPreferences | null>(null);
  if (!data) return <Loaded state={loadStateOf(answer)}>{() => null}</Loaded>;
  const value = draft ?? notificationPreferences.parse(data);
  const change = (next: NotificationPreferences): void => {
    setDraft(next);
    saving.mutate(next, { onError: () => setDraft(null) });
  };
  return (
    <section className="card notification-preferences" aria-labelledby="notification-preferences">
      <h2 id="notification-preferences">{text('notification.preferences')}</h2>
      <p className="notification-hint">{text('notification.safety')}</p>
      <p className="notification-hint">{text('notification.bellHint')}</p>
      <Allowed call={notificationCalls.preferencesSet}>
        <Table value={value} onValue={change} />
        <QuietHours
          quiet={value.quiet}
          timeZone={data.timeZone}
          onChange={(quiet) => change({ ...value, quiet })}
        />
      </Allowed>
      <p role="status" className="notification-hint">
        {saving.isPending ? text('app.loading') : saving.isSuccess ? text('notification.saved') : ''}
      </p>
    </section>
  );
}
