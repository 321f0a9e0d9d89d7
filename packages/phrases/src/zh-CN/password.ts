/** The form that changes the own password. */
export const password = {
  'password.title': '修改密码',
  'password.old': '原密码',
  'password.new': '新密码',
  'password.repeat': '确认新密码',
  'password.rule': '6 至 20 位字母、数字或下划线，不得含其他字符或空格，不能过于常见',
  'password.ruleStrong':
    '8 至 64 位，须含大写字母、小写字母、数字和 @$#!%^*?& 中的符号，不得含其他字符或空格，不能过于常见',
  'password.submit': '修改密码',
} as const;
