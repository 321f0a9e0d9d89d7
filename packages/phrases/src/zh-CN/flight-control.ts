/** 手动飞行：飞向目标点、停止 */
export const flightControl = {
  'command.flyTo': '飞向目标点',
  'command.flyToStop': '停止飞向目标点',
  'refusal.droneMustFly': '无人机必须处于飞行状态',
  'refusal.returnRuns': '无人机正在返航，请先取消返航',
  'refusal.routeRuns': '无人机正在执行航线，请先暂停航线',
  'refusal.notFlyingTo': '无人机未在飞向目标点',
  'refusal.pointHeight': '目标点椭球高 {height} 米，须为 {least} 至 {most} 米',
  'refusal.pointFar': '目标点距起飞点 {metres} 米，无人机限远 {most} 米',
  'monitor.effect.flyTo': '无人机将直接飞往该点并悬停，途中不执行航线',
  'auditLog.verb.flyTo': '飞向目标点',
  'auditLog.verb.flyToStop': '停止飞向目标点',
  'detail.key.maxSpeed': '最大速度',
};
