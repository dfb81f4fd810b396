<?php
// Front of PHP's built-in server: the addresses of a Wikipedia (/w/api.php, /wiki/Title) and a log of requests, one JSON object
// a line, which the tests count.
$root = getenv( 'FOLKWAYS_MW_ROOT' );
$uri = $_SERVER['REQUEST_URI'];
// Written before the first byte of the answer, so that whoever has an answer finds its request in the log.
file_put_contents( getenv( 'FOLKWAYS_MW_LOG' ), json_encode( [
	'method' => $_SERVER['REQUEST_METHOD'],
	'uri' => $uri,
	'params' => $_GET + $_POST,
	'userAgent' => $_SERVER['HTTP_USER_AGENT'] ?? '',
	'acceptEncoding' => $_SERVER['HTTP_ACCEPT_ENCODING'] ?? '',
	'nonWrite' => $_SERVER['HTTP_PROMISE_NON_WRITE_API_ACTION'] ?? '',
], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_FORCE_OBJECT ) . "\n", FILE_APPEND | LOCK_EX );
$path = rawurldecode( explode( '?', $uri, 2 )[0] );
$script = preg_match( '#^/w/(api|index)\.php$#', $path, $match ) ? $match[1] : ( strpos( $path, '/wiki/' ) === 0 ? 'index' : null );
if ( $script === null ) {
	http_response_code( 404 );
	header( 'Content-Type: text/plain' );
	echo "nothing at $path\n";
	return true;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = "/w/$script.php";
$_SERVER['SCRIPT_FILENAME'] = "$root/$script.php";
chdir( $root );
require "$root/$script.php";
