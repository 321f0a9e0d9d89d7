import { commandCalls, type DockStatus } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Form, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useText } from '../../platform/text.tsx';

const fields = ['lng', 'lat', 'height'] as const;
type Place = Record<(typeof fields)[number], number | null>;

/** Where the dock says that it stands: what was measured differs from it by little. */
const reported = ({ gps, height }: DockStatus): Place => {
  const [lng, lat] = (gps ?? '').split(',').map(Number);
  return { lng: gps === null ? null : (lng ?? null), lat: gps === null ? null : (lat ?? null), height };
};

/** Asks for the coordinates of a dock as somebody measured them. */
export function CalibrateDialog({
  status,
  onClose,
  onGiven,
}: {
  status: DockStatus;
  onClose: () => void;
  onGiven: (place: Place) => void;
}): ReactNode {
  const text = useText();
  const [start] = useState(() => reported(status));
  const [place, setPlace] = useState(start);
  // The call itself knows the bounds.
  const { shape } = commandCalls.rtkCalibration.request;
  const wrong = (field: (typeof fields)[number]): boolean => !shape[field].safeParse(place[field]).success;
  return (
    <FormDialog
      title={text('dockDebug.calibrateTitle')}
      onClose={onClose}
      unsaved={fields.some((field) => place[field] !== start[field])}
      verb={text('dockDebug.calibrate')}
      danger
      ready={!fields.some(wrong)}
      busy={false}
      onSubmit={() => onGiven(place)}
    >
      <p>{text('dockDebug.calibrateHint')}</p>
      {fields.map((field) => (
        <Form.Item
          key={field}
          label={text(`detail.key.${field}` satisfies PhraseId)}
          htmlFor={`calibrate-${field}`}
          {...(wrong(field) ? { validateStatus: 'error' as const } : {})}
        >
          <InputNumber
            id={`calibrate-${field}`}
            dir="ltr"
            controls={false}
            value={place[field]}
            onChange={(value) => setPlace((before) => ({ ...before, [field]: value }))}
          />
        </Form.Item>
      ))}
    </FormDialog>
  );
}
