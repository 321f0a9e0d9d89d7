import { normaliseHeading } from '@eyrie/geometry';
import { payloadLenses } from './models.ts';
import type { PlannedAction, RoutePlan } from './plan.ts';
import { decimalText } from './write-xml.ts';

/**
 * Millimetres, as of a 35 mm camera, of the widest view. The format counts zoom in millimetres; 24 is the equivalent focal length
 * of the wide camera on the makers' pages of every model in the table (M30, H20, H30, M3E, M3D, M4E and their thermal siblings).
 */
export const widestFocalLength = 24;
/** Pixels of the picture on which an oriented photo points out its subject. */
const framed = { width: 960, height: 720 } as const;

interface Camera {
  readonly position: string;
  readonly lenses: string;
  readonly type: string;
}

export const cameraOf = ({ payload }: Pick<RoutePlan, 'payload'>): Camera => ({
  position: String(payload.position),
  lenses: payloadLenses(payload.enumValue).join(','),
  type: String(payload.enumValue),
});

/** The name of an action in the format. */
export function funcOf(action: PlannedAction): string {
  if (action.type === 'other') return action.func;
  return action.type === 'interval' ? 'takePhoto' : action.type;
}

const lensParams = (lenses: readonly string[] | undefined, camera: Camera) => ({
  payloadLensIndex: lenses?.join(',') ?? camera.lenses,
  useGlobalPayloadLensIndex: lenses ? '0' : '1',
});

/** Parameters of an action in the order of the format. @throws RangeError for what is not a finite number */
export function actionParams(action: PlannedAction, camera: Camera): Record<string, string> {
  const position = { payloadPositionIndex: camera.position };
  switch (action.type) {
    case 'takePhoto':
    case 'startRecord':
      return { ...position, fileSuffix: action.suffix ?? '', ...lensParams(action.lenses, camera) };
    case 'interval':
      return { ...position, fileSuffix: '', ...lensParams(action.lenses, camera) };
    case 'stopRecord':
      return { ...position, payloadLensIndex: action.lenses?.join(',') ?? camera.lenses };
    case 'hover':
      return { hoverTime: decimalText(action.seconds) };
    case 'rotateYaw':
      return {
        aircraftHeading: decimalText(normaliseHeading(action.heading)),
        aircraftPathMode: action.clockwise === false ? 'counterClockwise' : 'clockwise',
      };
    case 'gimbalRotate':
      return { ...position, ...gimbalParams(action.pitch, action.yaw) };
    case 'zoom':
      return { ...position, focalLength: decimalText(action.factor * widestFocalLength) };
    case 'focus':
      return { ...position, ...focusParams(action) };
    case 'panoShot':
      return { ...position, ...lensParams(undefined, camera), panoShotSubMode: 'panoShot_360' };
    case 'orientedShoot':
      return orientedParams(action, camera);
    default:
      return { ...action.params };
  }
}

function gimbalParams(pitch: number, yaw: number | undefined): Record<string, string> {
  return {
    gimbalHeadingYawBase: 'north',
    gimbalRotateMode: 'absoluteAngle',
    gimbalPitchRotateEnable: '1',
    gimbalPitchRotateAngle: decimalText(pitch),
    gimbalRollRotateEnable: '0',
    gimbalRollRotateAngle: '0',
    gimbalYawRotateEnable: yaw === undefined ? '0' : '1',
    gimbalYawRotateAngle: decimalText(normaliseHeading(yaw ?? 0)),
    gimbalRotateTimeEnable: '0',
    gimbalRotateTime: '0',
  };
}

const focusParams = ({ x, y }: Extract<PlannedAction, { type: 'focus' }>) => ({
  isPointFocus: '1',
  focusX: decimalText(x),
  focusY: decimalText(y),
  isInfiniteFocus: '0',
});

/** The whole picture is the subject: the view is held by heading, pitch and focal length alone. */
function orientedParams(
  action: Extract<PlannedAction, { type: 'orientedShoot' }>,
  camera: Camera,
): Record<string, string> {
  const { width, height } = framed;
  const heading = decimalText(normaliseHeading(action.heading));
  return {
    gimbalPitchRotateAngle: decimalText(action.pitch),
    gimbalYawRotateAngle: heading,
    focusX: String(width / 2),
    focusY: String(height / 2),
    focusRegionWidth: String(width),
    focusRegionHeight: String(height),
    focalLength: decimalText(action.zoom * widestFocalLength),
    aircraftHeading: heading,
    accurateFrameValid: '0',
    payloadPositionIndex: camera.position,
    ...lensParams(action.lenses, camera),
    targetAngle: '0',
    imageWidth: String(width),
    imageHeight: String(height),
    AFPos: '0',
    gimbalPort: '0',
    orientedCameraType: camera.type,
    orientedFilePath: '',
    orientedFileMD5: '',
    orientedFileSize: '0',
    orientedFileSuffix: action.suffix ?? '',
    orientedPhotoMode: 'normalPhoto',
  };
}
