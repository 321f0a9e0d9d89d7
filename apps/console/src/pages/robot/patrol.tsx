import { openDeviceLimits, type RobotRecord } from '@eyrie/domain';
import { ConfirmDialog } from '@eyrie/ui';
import { Button, Input, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { RobotMap, type RobotNow } from '../../modules/robot/index.ts';
import { useText } from '../../platform/text.tsx';
import { movedEarlier, patrolFault, patrolNameMost, patrolPath, type Place } from './patrol-points.ts';

/** The points in their order, each of which can go earlier or away. */
function Points({
  points,
  onChange,
}: {
  points: readonly Place[];
  onChange: (points: Place[]) => void;
}): ReactNode {
  const text = useText();
  if (points.length === 0) return <p className="list-hint">{text('robot.patrolNoPoints')}</p>;
  return (
    <ol className="robot-queue robot-points" aria-label={text('robot.patrolPoints')}>
      {points.map(({ lng, lat }, index) => (
        // The same place may be driven to twice, so only its position tells one from the other.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <bdi dir="ltr">{`${lng.toFixed(6)}, ${lat.toFixed(6)}`}</bdi>
          <Button
            size="small"
            disabled={index === 0}
            aria-label={text('robot.patrolEarlierOf', { index: index + 1 })}
            onClick={() => onChange(movedEarlier(points, index))}
          >
            {text('robot.patrolEarlier')}
          </Button>
          <Button
            size="small"
            aria-label={text('robot.patrolRemoveOf', { index: index + 1 })}
            onClick={() => onChange(points.toSpliced(index, 1))}
          >
            {text('app.delete')}
          </Button>
        </li>
      ))}
    </ol>
  );
}

/** Coordinates that become one more point. */
function AddPoint({ onAdd }: { onAdd: (place: Place) => void }): ReactNode {
  const text = useText();
  const [lng, setLng] = useState<number | null>(null);
  const [lat, setLat] = useState<number | null>(null);
  return (
    <div className="robot-coordinates">
      <label>
        {text('field.longitude')}
        <InputNumber<number> dir="ltr" min={-180} max={180} step={0.0001} value={lng} onChange={setLng} />
      </label>
      <label>
        {text('field.latitude')}
        <InputNumber<number> dir="ltr" min={-90} max={90} step={0.0001} value={lat} onChange={setLat} />
      </label>
      <Button
        disabled={lng === null || lat === null}
        onClick={() => {
          if (lng !== null && lat !== null) onAdd({ lng, lat });
        }}
      >
        {text('robot.patrolAdd')}
      </Button>
    </div>
  );
}

/** Where a robot is to drive along, in which order and how often. */
export function PatrolDialog({
  robot,
  now,
  busy,
  onSend,
  onCancel,
}: {
  robot: RobotRecord;
  now: RobotNow;
  busy: boolean;
  onSend: (patrol: { name: string; points: Place[] }) => void;
  onCancel: () => void;
}): ReactNode {
  const text = useText();
  const [name, setName] = useState('');
  const [points, setPoints] = useState<readonly Place[]>([]);
  const [rounds, setRounds] = useState<number | null>(1);
  const [tried, setTried] = useState(false);
  const patrol = { name, points, rounds };
  const fault = patrolFault(patrol);
  const add = ({ lng, lat }: Place): void => setPoints((before) => [...before, { lng, lat }]);
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={text('robot.patrolTitle')}
      verb={text('robot.patrolSend')}
      onConfirm={() => {
        setTried(true);
        if (fault === null) onSend({ name: name.trim(), points: patrolPath(patrol) });
      }}
      onCancel={onCancel}
    >
      <p>{text('robot.patrolHint', { name: robot.name })}</p>
      <RobotMap name={robot.name} now={now} targets={points} onPick={add} />
      <AddPoint onAdd={add} />
      <Points points={points} onChange={setPoints} />
      <div className="robot-coordinates">
        <label>
          {text('robot.patrolName')}
          <Input
            value={name}
            count={{ show: true, max: patrolNameMost }}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label>
          {text('robot.patrolRounds')}
          <InputNumber<number> dir="ltr" min={1} precision={0} value={rounds} onChange={setRounds} />
        </label>
      </div>
      {tried && fault !== null ? (
        <p role="alert" className="robot-fault">
          {text(`robot.patrolFault.${fault}`, {
            letters: patrolNameMost,
            most: openDeviceLimits.patrolPoints,
            count: points.length * (rounds ?? 0),
          })}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
