import type { robot as source } from '../zh-CN/robot.ts';
import type { Translation } from '../words.ts';

export const robot: Translation<typeof source> = {
  'robot.add': 'إضافة روبوت',
  'robot.none': 'لا روبوتات بعد. أضفها أو استوردها.',
  'permission./RobotAdmin': 'إدارة الروبوتات',
  'auditLog.word.robot': 'الروبوت',
};
