<?php
// Settings of the throw-away wiki, read by MediaWiki through MW_CONFIG_FILE. All that differs between two wikis comes from
// $folkways, which the harness writes into the LocalSettings.php beside the wiki's database.
$wgSitename = 'Folkways test wiki';
$wgMetaNamespace = $folkways['projectNamespace'];
$wgLanguageCode = $folkways['lang'];
$wgServer = $folkways['base'];
$wgCanonicalServer = $wgServer;
$wgScriptPath = '/w';
$wgArticlePath = '/wiki/$1';
$wgResourceBasePath = '/w';
foreach ( $folkways['extraNamespaces'] as $id => $name ) {
	$wgExtraNamespaces[(int)$id] = $name;
}
foreach ( $folkways['caseSensitive'] as $id ) {
	$wgCapitalLinkOverrides[$id] = false;
}

$wgDBtype = 'sqlite';
$wgDBname = 'wiki';
$wgDBserver = '';
$wgSQLiteDataDir = $folkways['data'];
// Maintenance scripts fill a database that is thrown away after a crash anyway.
$wgDBservers = [ [ 'type' => 'sqlite', 'dbname' => 'wiki', 'dbDirectory' => $folkways['data'], 'host' => '', 'user' => '', 'password' => '',
	'load' => 1, 'variables' => [ 'synchronous' => PHP_SAPI === 'cli' ? 'OFF' : 'NORMAL', 'cache_size' => -32768 ] ] ];
$wgCacheDirectory = $folkways['cache'];
$wgLocalisationCacheConf['store'] = 'array';
$wgTmpDirectory = $folkways['data'];
$wgSecretKey = str_repeat( 'folkways', 8 );
$wgMainCacheType = $wgMessageCacheType = $wgParserCacheType = CACHE_NONE;
$wgSessionCacheType = CACHE_DB;
// Texts are stored as they are and unpacked by nobody: the test wiki is small.
$wgCompressRevisions = false;
$wgUseDatabaseMessages = false;
$wgJobRunRate = 0;
$wgPingback = false;
$wgEnableEmail = false;
$wgEnableUploads = false;
$wgRateLimits = [];
$wgMaxArticleSize = 2048;
$wgNamespacesWithSubpages[NS_MAIN] = false;
$wgShowExceptionDetails = true;

foreach ( [ 'Cite', 'ParserFunctions', 'Poem', 'ImageMap', 'TextExtracts' ] as $extension ) {
	if ( is_file( "$IP/extensions/$extension/extension.json" ) ) {
		wfLoadExtension( $extension );
	}
}
$wgPFEnableStringFunctions = true;
if ( extension_loaded( 'luasandbox' ) && is_file( "$IP/extensions/Scribunto/extension.json" ) ) {
	wfLoadExtension( 'Scribunto' );
	$wgScribuntoDefaultEngine = 'luasandbox';
}

// The Disambiguator extension is not packaged; what a crawler sees of it is this page property.
$wgHooks['GetDoubleUnderscoreIDs'][] = static function ( array &$ids ) {
	$ids[] = 'disambiguation';
};
$wgExtensionMessagesFiles['FolkwaysDisambiguation'] = __DIR__ . '/magic-words.php';

// A file named "lag" beside the database makes the wiki say that it lags by so many seconds.
$wgHooks['ApiMaxLagInfo'][] = static function ( array &$info ) use ( $folkways ) {
	$file = $folkways['data'] . '/lag';
	$info = [ 'host' => 'db1', 'lag' => is_file( $file ) ? (float)file_get_contents( $file ) : 0.0, 'type' => 'db' ];
};
