// What the categories, exception classes and ids of PowerShell's error records mean: English in every language.

import { RECORD_LABEL } from '../powershell-records.ts';

/** The words of a record that has one of these names above them. */
function record(names: string, words = '[^\\n]{1,4000}'): RegExp {
  return new RegExp(`^\\${RECORD_LABEL}[^\\n]{0,600}\\b(?:${names})\\b[^\\n]{0,600}\\n(${words})`, 'm');
}

/** A host that answered is told by its status. */
const NO_STATUS = '(?![^\\n]{0,400}\\(\\d{3}\\))[^\\n]{1,4000}';

export const RECORDS = {
  syntax: record('ParserError|SyntaxError|ParseException|ParentContainsErrorRecordException'),
  lookupFailed: record(
    'Microsoft\\.PowerShell\\.Commands\\.GetCommandCommand|CmdletizationQuery_NotFound\\w*|No(?:Process|Service)FoundForGivenName,Microsoft\\.PowerShell\\.Commands\\.Get\\w+',
  ),
  processGone: record('No(?:Process|Service)FoundForGiven\\w+'),
  notFound: record('CommandNotFoundException'),
  moduleMissing: record('NotInstalled|Modules_ModuleNotFound|DllNotFoundException'),
  notExecutable: record('ApplicationFailedException|NativeCommandFailed'),
  fileMissing: record('ObjectNotFound|\\w*(?:Item|Path|File|Directory|Drive)NotFound(?:Exception)?'),
  fileExists: record('ResourceExists|DirectoryExist|NewItemIOError'),
  denied: record('PermissionDenied|SecurityError|PSSecurityException|UnauthorizedAccess(?:Exception)?'),
  notAuthorised: record('AuthenticationError|AuthenticationException'),
  busy: record('ResourceBusy|DeadlockDetected|LimitsExceeded'),
  unanswered: record(
    'ConnectionError|ProtocolError|OperationTimeout|WebException|WebCmdletWebResponseException|HttpRequestException|SocketException|PingException',
    NO_STATUS,
  ),
  full: record('QuotaExceeded'),
  usage: record(
    '\\w*ParameterBinding\\w*|InvalidArgument|\\w*ParameterNotFound|MissingArgument|AmbiguousParameterSet|Argument\\w*Exception|MetadataError|NotImplemented|NotEnabled',
  ),
  raised: record(
    'InvalidOperation|InvalidData|InvalidType|InvalidResult|MethodInvocationException|RuntimeException',
    NO_STATUS,
  ),
};
