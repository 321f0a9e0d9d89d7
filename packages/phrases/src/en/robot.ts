import type { robot as source } from '../zh-CN/robot.ts';
import type { Translation } from '../words.ts';

export const robot: Translation<typeof source> = {
  'robot.add': 'Add a robot',
  'robot.none': 'No robots yet. Add or import them.',
  'permission./RobotAdmin': 'Robot management',
  'auditLog.word.robot': 'Robot',
};
