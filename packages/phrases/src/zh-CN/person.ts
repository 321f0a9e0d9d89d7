/** The page about the own account. */
export const person = {
  'person.title': '个人中心',
  'person.facts': '账号信息',
  'person.name': '姓名',
  'person.account': '账号',
  'person.department': '部门',
  'person.departments': '所属部门',
  'person.oid': '用户编号',
  'person.session': '当前会话',
  'person.pages': '可访问的页面',
  'person.rights': '可执行的操作',
  'person.none': '无',
  'person.passwordHint': '修改后，您在其他设备上的登录会立即退出。',
} as const;
