import type { gimbal as source } from '../zh-CN/gimbal.ts';
import type { Translation } from '../words.ts';

export const gimbal: Translation<typeof source> = {
  'gimbal.type': 'Kind of sensor',
  'gimbal.type.visible': 'Visible light',
  'gimbal.type.visibleThermal': 'Visible and thermal',
  'gimbal.type.multispectral': 'Multispectral',
  'gimbal.type.mapping': 'Mapping',
  'gimbal.type.lidar': 'Lidar',
  'gimbal.type.other': 'Other',
  'gimbal.status': 'Condition',
  'gimbal.status.normal': 'Normal',
  'gimbal.status.abnormal': 'Abnormal',
  'gimbal.add': 'Add a gimbal',
  'gimbal.none':
    'No gimbals yet. An aircraft that comes online brings its own; you can also add or import them.',
  'permission./PTZAdmin': 'Gimbal management',
  'auditLog.word.gimbal': 'Gimbal',
};
