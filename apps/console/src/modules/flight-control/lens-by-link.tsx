import {
  apertureCodes,
  apertureOf,
  isoCodes,
  isoOf,
  shutterAuto,
  shutterCodes,
  shutterOf,
  type CameraSettings,
} from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { Choice } from './choice.tsx';
import { isLacking, PayloadOrder as Order, type Giving } from './payload-order.tsx';

interface Props {
  lens: 'wide' | 'zoom';
  settings: CameraSettings;
  giving: Giving;
}

function Sensitivity({ lens, settings, giving }: Props): ReactNode {
  const text = useText();
  const { iso, shutter } = settings[lens];
  const automatic = text('camera.auto');
  const isoWord = (number: number): string =>
    number === 1 ? text('camera.autoHigh') : String(isoOf(number) ?? automatic);
  return (
    <>
      <Choice<number>
        key={`iso ${lens} ${iso}`}
        label={text('detail.key.iso_value')}
        word={text('camera.setIso')}
        options={isoCodes.map((value) => ({ value, label: isoWord(value) }))}
        held={iso !== null && isoCodes.includes(iso) ? iso : 0}
        cmd="drc_camera_iso_set"
        fieldsOf={(iso_value) => ({ camera_type: lens, iso_value })}
        giving={giving}
      />
      <Choice<number>
        key={`shutter ${lens} ${shutter}`}
        label={text('detail.key.shutter_value')}
        word={text('camera.setShutter')}
        options={shutterCodes.map((value) => ({ value, label: shutterOf(value) ?? automatic }))}
        held={shutterOf(shutter) === null ? shutterAuto : (shutter ?? shutterAuto)}
        cmd="drc_camera_shutter_set"
        fieldsOf={(shutter_value) => ({ camera_type: lens, shutter_value })}
        giving={giving}
      />
    </>
  );
}

/** What cameras take and report nowhere: a button for each state instead of a switch that would show one. */
function Unreported({ lens, giving }: Omit<Props, 'settings'>): ReactNode {
  const text = useText();
  return (
    <>
      <Choice<number>
        key={`aperture ${lens}`}
        label={text('detail.key.aperture_value')}
        word={text('camera.setAperture')}
        options={apertureCodes.map((value) => ({ value, label: apertureOf(value) ?? text('camera.auto') }))}
        held={0}
        cmd="drc_camera_aperture_value_set"
        fieldsOf={(aperture_value) => ({ camera_type: lens, aperture_value })}
        giving={giving}
      />
      {lens === 'wide' ? <WideWork giving={giving} /> : null}
      <p className="list-hint">{text('camera.unreported')}</p>
    </>
  );
}

/** What the wide lens alone has. */
function WideWork({ giving }: Pick<Props, 'giving'>): ReactNode {
  const text = useText();
  const dewarp = (dewarping_state: number) => ({ camera_type: 'wide', dewarping_state });
  const mechanical = (mechanical_shutter_state: number) => ({
    camera_type: 'wide',
    mechanical_shutter_state,
  });
  return (
    <div>
      <Order cmd="drc_camera_dewarping_set" fields={dewarp(1)} giving={giving}>
        {text('camera.dewarpOn')}
      </Order>
      <Order cmd="drc_camera_dewarping_set" fields={dewarp(0)} giving={giving}>
        {text('camera.dewarpOff')}
      </Order>
      <Order cmd="drc_camera_mechanical_shutter_set" fields={mechanical(1)} giving={giving}>
        {text('camera.mechanicalOn')}
      </Order>
      <Order cmd="drc_camera_mechanical_shutter_set" fields={mechanical(0)} giving={giving}>
        {text('camera.mechanicalOff')}
      </Order>
    </div>
  );
}

/** Sensitivity, shutter and aperture of a lens, which go over the link of sticks; nothing where a dock lacks them. */
export function LensByLink(props: Props): ReactNode {
  if (isLacking(props.giving, 'drc_camera_iso_set')) return null;
  return (
    <>
      <Sensitivity {...props} />
      <Unreported {...props} />
    </>
  );
}
