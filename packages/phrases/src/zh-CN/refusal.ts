/** One text per reason of a refusal. Those with arguments: controlHeld, deviceRefused. */
export const refusal = {
  'refusal.tooDeep': '请求结构过深',
  'refusal.unsupportedMediaType': '不支持的内容类型',
  'refusal.methodNotAllowed': '不支持的请求方法',
  'refusal.nameTaken': '名称已被使用',
  'refusal.inUse': '正在使用中，不允许删除',
  'refusal.restoreTooLate': '“{name}”删除已超过 {minutes} 分钟，无法恢复',
  'refusal.departmentGone': '部门“{name}”已被删除，其中的内容无法恢复',
  'refusal.brokerDown': '消息服务中断，指令未发送',
  'refusal.viewOnly': '正在以角色身份预览，不能执行修改',
  'refusal.fileFormat': '文件格式错误',
  'refusal.tableTooLong': '表格最多 {max} 行',
  'refusal.tableTemplate': '表格与模板不符，缺少列：{columns}',
  'refusal.tableEmpty': '表格只有表头，没有数据。请从第二行起每行填写一条，列为：{columns}',
} as const;
