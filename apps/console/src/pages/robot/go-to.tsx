import type { RobotRecord } from '@eyrie/domain';
import { ConfirmDialog } from '@eyrie/ui';
import { InputNumber } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { RobotMap, type RobotNow } from '../../modules/robot/index.ts';
import { useText } from '../../platform/text.tsx';
import type { Place } from './patrol-points.ts';

/** Where a robot is to drive: by a click on the map, or by coordinates. */
export function GoToDialog({
  robot,
  now,
  busy,
  onSend,
  onCancel,
}: {
  robot: RobotRecord;
  now: RobotNow;
  busy: boolean;
  onSend: (place: Place) => void;
  onCancel: () => void;
}): ReactNode {
  const text = useText();
  const [lng, setLng] = useState<number | null>(null);
  const [lat, setLat] = useState<number | null>(null);
  const targets = useMemo(() => (lng === null || lat === null ? [] : [{ lng, lat }]), [lng, lat]);
  const [target] = targets;
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={text('robot.goToTitle')}
      verb={text('robot.send')}
      onConfirm={() => {
        if (target) onSend(target);
      }}
      onCancel={onCancel}
    >
      <p>{text('robot.goToHint', { name: robot.name })}</p>
      <RobotMap
        name={robot.name}
        now={now}
        targets={targets}
        onPick={(place) => {
          setLng(place.lng);
          setLat(place.lat);
        }}
      />
      <div className="robot-coordinates">
        <label>
          {text('field.longitude')}
          <InputNumber<number> dir="ltr" min={-180} max={180} step={0.0001} value={lng} onChange={setLng} />
        </label>
        <label>
          {text('field.latitude')}
          <InputNumber<number> dir="ltr" min={-90} max={90} step={0.0001} value={lat} onChange={setLat} />
        </label>
      </div>
    </ConfirmDialog>
  );
}
