# Scid reads each file into its clipbase and prints every game as PGN: tkscid scid.tcl FORM FILE...
# FORM is "pgn" or "columns". A line "%% file N" comes before each file's games, "%% note ..." holds its messages.
set form [lindex $argv 0]
set base [sc_info clipbase]
fconfigure stdout -encoding utf-8
puts "%% version [sc_info version]"
set number 0
foreach file [lrange $argv 1 end] {
    puts "%% file $number"
    incr number
    sc_clipbase clear
    if {[catch {sc_base import $base $file} answer]} {
        puts "%% note [string map {\n " "} $answer]"
        continue
    }
    set messages [lindex $answer 1]
    if {$messages ne ""} {
        puts "%% note [string map {\n " "} $messages]"
    }
    sc_base switch $base
    for {set i 1} {$i <= [sc_base numGames $base]} {incr i} {
        sc_game load $i
        puts [sc_game pgn -tags 1 -comments 0 -variations 0 -width 75 -column [expr {$form eq "columns"}]]
        puts "%% end"
    }
}
exit
