/** 机器人 */
export const robot = {
  'robot.add': '新增机器人',
  'robot.none': '还没有机器人，请新增或导入。',
  'permission./RobotAdmin': '机器人管理',
  'auditLog.word.robot': '机器人',
} as const;
